import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ItemDialog } from "../../forms/item-dialog.tsx";
import { useSession } from "../../session/session.tsx";

type ItemDialogProps = Parameters<typeof ItemDialog>[0];

interface ItemButtonProps extends Omit<ItemDialogProps, "isOpen" | "onClose"> {
  kind?: "plain" | "primary";
}

/** A button that opens the form of an item, to add or to change it. A read-only session has no such button. */
export function ItemButton({ kind, ...dialog }: ItemButtonProps) {
  const { isReadOnly } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (isReadOnly) return null;
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {dialog.title}
      </Button>
      <ItemDialog {...dialog} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
