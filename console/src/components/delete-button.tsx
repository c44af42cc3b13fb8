import { type ReactNode, useState } from "react";
import { useSession } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface DeleteButtonProps {
  /** The question to confirm. */
  title: string;
  /** What is deleted with it. */
  children: ReactNode;
  /** A word that has to be typed first, for large deletions. */
  word?: string;
  /** The label of the button. Default: "Delete". */
  action?: string;
  /** What it deletes, in a list of several: it becomes part of the button's accessible name, which lacks the row. */
  of?: string;
  /** Deletes it. */
  onDelete: () => Promise<unknown>;
}

/** Deletes something after confirmation. A read-only session has no such button. */
export function DeleteButton({ title, children, word, onDelete, action, of }: DeleteButtonProps) {
  const { common } = useTexts();
  const { isReadOnly } = useSession();
  const [isAsking, setAsking] = useState(false);
  if (isReadOnly) return null;
  const label = action ?? common.delete;
  return (
    <>
      <Button
        kind="danger"
        aria-label={of === undefined ? undefined : `${label}: ${of}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        action={label}
        onConfirm={onDelete}
        word={word}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
