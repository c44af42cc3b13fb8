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
  /** What it deletes, where several stand in a list: the button's name says so to those who do not see the row. */
  of?: string;
  /** Deletes it. */
  onDelete: () => Promise<unknown>;
}

/** Deletes something after a question. A read-only session has no such button. */
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
