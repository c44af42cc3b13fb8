import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { checkItems, type ItemReply } from "../../forms/item-results.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";

interface BlockButtonProps {
  /** Names the organization or document in the question. */
  name: string;
  isBlocked: boolean;
  /** Blocks or unblocks it. */
  send: (disabled: boolean) => Promise<ItemReply>;
  /** Rereads it. */
  onDone: () => Promise<unknown>;
}

/**
 * Blocks all people from an organization or a document, or unblocks it, after confirmation. A read-only session has no
 * such button.
 */
export function BlockButton({ name, isBlocked, send, onDone }: BlockButtonProps) {
  const { data } = useTexts();
  const { isReadOnly } = useSession();
  // The question keeps its words while the page already shows the new state.
  const [question, setQuestion] = useState({ isOpen: false, isBlocked });
  if (isReadOnly) return null;
  const texts = question.isBlocked ? data.unblocking : data.blocking;
  return (
    <>
      <Button onClick={() => setQuestion({ isOpen: true, isBlocked })}>
        {isBlocked ? data.unblocking.action : data.blocking.action}
      </Button>
      <ConfirmDialog
        isOpen={question.isOpen}
        onClose={() => setQuestion({ ...question, isOpen: false })}
        title={texts.title(name)}
        action={texts.action}
        kind={question.isBlocked ? "primary" : "danger"}
        onConfirm={async () => {
          checkItems(await send(!question.isBlocked));
          await onDone();
        }}
      >
        <p>{texts.help}</p>
      </ConfirmDialog>
    </>
  );
}

/** Says that an organization or a document is blocked. */
export function BlockedNotice() {
  const { data } = useTexts();
  return <Notice kind="plain" title={data.isBlocked} />;
}

/** Marks a blocked record in a list. */
export function BlockedBadge() {
  const { data } = useTexts();
  return <span className="badge bad">{data.disabled}</span>;
}
