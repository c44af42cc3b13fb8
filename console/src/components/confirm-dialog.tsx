import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorPanel } from "./error-panel.tsx";
import { TextField } from "./fields/text-field.tsx";

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What the action does, and what is deleted with it. */
  children: ReactNode;
  /** A word that the person has to type first, for large actions that can't be undone. */
  word?: string;
  /** The label of the confirming button. */
  action: string;
  /** The kind of that button. Default: it warns. */
  kind?: "primary" | "danger";
  /** Performs the action. If it fails, the dialog stays open and shows the error. */
  onConfirm: () => Promise<unknown>;
}

/** Asks for confirmation before an action that can't be undone or affects many people. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  children,
  word,
  action,
  kind = "danger",
  onConfirm,
}: ConfirmDialogProps) {
  const { common } = useTexts();
  const [typedWord, setTypedWord] = useState("");
  const close = () => {
    setTypedWord("");
    work.reset();
    onClose();
  };
  const work = useMutation({ mutationFn: onConfirm, onSuccess: close });
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title}>
      {children}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          work.mutate();
        }}
      >
        {word !== undefined && (
          <TextField label={common.typeToConfirm(word)} value={typedWord} onChange={setTypedWord} isCode />
        )}
        {work.error && <ErrorPanel error={work.error} />}
        <div className="actions">
          <Button onClick={close}>{common.cancel}</Button>
          <Button kind={kind} type="submit" isBusy={work.isPending} disabled={word !== undefined && typedWord !== word}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
