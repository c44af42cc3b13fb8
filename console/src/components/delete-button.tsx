import { type ReactNode, useState } from "react";
import { useSession } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface DeleteButtonProps {
  /** The question that is asked first. */
  title: string;
  /** What goes with it. */
  children: ReactNode;
  /** The word to type first, for what is large. */
  word?: string;
  /** The label of the button. Default: "Delete". */
  action?: string;
  /** Deletes it. */
  onDelete: () => Promise<unknown>;
}

/** Deletes something after a question. A read-only session has no such button. */
export function DeleteButton({ title, children, word, onDelete, action }: DeleteButtonProps) {
  const { common } = useTexts();
  const { isReadOnly } = useSession();
  const [isAsking, setAsking] = useState(false);
  if (isReadOnly) return null;
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {action ?? common.delete}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        action={action ?? common.delete}
        onConfirm={onDelete}
        word={word}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
