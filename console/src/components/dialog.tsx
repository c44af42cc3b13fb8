import { Dialog as Parts } from "@base-ui/react/dialog";
import { createContext, type ReactNode, type RefObject, useMemo, useRef } from "react";

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** What a component knows of the dialog around it. */
export interface SurroundingDialog {
  /** Called by Escape, a click beside the dialog and Cancel instead of closing, while unsaved input would be lost. */
  question: RefObject<(() => void) | undefined>;
  close: () => void;
  /** Closes the dialog, or calls `question` if one is set. */
  leave: () => void;
}

/** The innermost dialog around a component; undefined if there is none. */
export const DialogContext = createContext<SurroundingDialog | undefined>(undefined);

/** A dialog over the page; Escape and a click beside it close it. */
export function Dialog({ isOpen, onClose, title, children }: DialogProps) {
  const question = useRef<() => void>(undefined);
  const surrounding = useMemo(() => {
    const leave = () => (question.current ? question.current() : onClose());
    return { question, close: onClose, leave };
  }, [onClose]);
  return (
    <Parts.Root open={isOpen} onOpenChange={(next) => !next && surrounding.leave()}>
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
