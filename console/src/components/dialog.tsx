import { Dialog as Parts } from "@base-ui/react/dialog";
import { createContext, type ReactNode, type RefObject, useMemo, useRef } from "react";

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** The dialog around a component. */
export interface SurroundingDialog {
  /** What Escape and a click beside the dialog do in place of closing it, while it holds something that would be lost. */
  question: RefObject<(() => void) | undefined>;
  close: () => void;
}

/** The innermost dialog around a component; undefined where there is none. */
export const DialogContext = createContext<SurroundingDialog | undefined>(undefined);

/** A dialog over the page; Escape and a click beside it close it. */
export function Dialog({ isOpen, onClose, title, children }: DialogProps) {
  const question = useRef<() => void>(undefined);
  const surrounding = useMemo(() => ({ question, close: onClose }), [onClose]);
  const leave = () => (question.current ? question.current() : onClose());
  return (
    <Parts.Root open={isOpen} onOpenChange={(next) => !next && leave()}>
      <Parts.Portal>
        <Parts.Backdrop className="backdrop" />
        <Parts.Popup className="dialog">
          <Parts.Title>{title}</Parts.Title>
          <DialogContext value={surrounding}>{children}</DialogContext>
        </Parts.Popup>
      </Parts.Portal>
    </Parts.Root>
  );
}
