import { Dialog as Parts } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** A dialog over the page; Escape and a click beside it close it. */
export function Dialog({ isOpen, onClose, title, children }: DialogProps) {
  return (
    <Parts.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Parts.Portal>
        <Parts.Backdrop className="backdrop" />
        <Parts.Popup className="dialog">
          <Parts.Title>{title}</Parts.Title>
          {children}
        </Parts.Popup>
      </Parts.Portal>
    </Parts.Root>
  );
}
