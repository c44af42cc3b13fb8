import { type ReactNode, useState } from "react";
import { useAnnounceAdded } from "../../components/announcements.tsx";
import { Button } from "../../components/button.tsx";
import type { FormValue } from "../../forms/form-value.ts";
import { ItemDialog } from "../../forms/item-dialog.tsx";
import { useSession } from "../../session/session.tsx";

type ItemDialogProps = Parameters<typeof ItemDialog>[0];

interface ItemButtonProps extends Omit<ItemDialogProps, "isOpen" | "onClose"> {
  kind?: "plain" | "primary";
  /** What the form changes, with its name or id, for the title of the form. Omitted if it adds something. */
  of?: string;
  /** The name of the added item, usually a link, for an announcement. Omitted if the page itself shows the change. */
  nameOf?: (item: FormValue) => ReactNode;
  /** Why an item must not be sent, if so: the calls that add items overwrite an existing item with the same id. */
  refusalOf?: (item: FormValue) => Promise<string | undefined>;
}

/** A button that opens the form for adding or changing an item. A read-only session has no such button. */
export function ItemButton({ kind, of, nameOf, refusalOf, ...dialog }: ItemButtonProps) {
  const { isReadOnly } = useSession();
  const announceAdded = useAnnounceAdded();
  const [isOpen, setOpen] = useState(false);
  if (isReadOnly) return null;
  const send: ItemDialogProps["send"] = async (item) => {
    const refusal = await refusalOf?.(item);
    if (refusal !== undefined) throw new Error(refusal);
    return dialog.send(item);
  };
  const done: ItemDialogProps["onDone"] = (item) => {
    dialog.onDone(item);
    if (nameOf) announceAdded(nameOf(item));
  };
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {dialog.title}
      </Button>
      <ItemDialog
        {...dialog}
        title={of === undefined ? dialog.title : `${dialog.title}: ${of}`}
        send={send}
        onDone={done}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
