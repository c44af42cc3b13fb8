import { useState } from "react";
import { Button } from "../../components/button.tsx";
import type { FormValue } from "../../forms/form-value.ts";
import { ItemDialog } from "../../forms/item-dialog.tsx";
import { useSession } from "../../session/session.tsx";

type ItemDialogProps = Parameters<typeof ItemDialog>[0];

interface ItemButtonProps extends Omit<ItemDialogProps, "isOpen" | "onClose"> {
  kind?: "plain" | "primary";
  /** Why an item can't be sent, where it can't. The calls that add overwrite what has the same id. */
  refusalOf?: (item: FormValue) => Promise<string | undefined>;
}

/** A button that opens the form of an item, to add or to change it. A read-only session has no such button. */
export function ItemButton({ kind, refusalOf, ...dialog }: ItemButtonProps) {
  const { isReadOnly } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (isReadOnly) return null;
  const send: ItemDialogProps["send"] = async (item) => {
    const refusal = await refusalOf?.(item);
    if (refusal !== undefined) throw new Error(refusal);
    return dialog.send(item);
  };
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {dialog.title}
      </Button>
      <ItemDialog {...dialog} send={send} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
