import type { ItemResults, Reply } from "@atrium/client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { ErrorPanel } from "../components/error-panel.tsx";
import { Loading } from "../components/loading.tsx";
import { useTexts } from "../texts/texts.tsx";
import { useContract } from "./contract.ts";
import type { FormValue } from "./form-value.ts";
import { checkItems } from "./item-results.ts";
import { type Contract, resolve } from "./schema.ts";
import { SchemaFields } from "./schema-fields.tsx";

interface ItemFormProps {
  /** The endpoint whose contract the form follows. */
  path: string;
  /** The field of its input that lists what is written; the form is for one of these. */
  list: string;
  /** What the fields begin with. */
  initial?: FormValue;
  /** Fields that are left out, because the page knows their values. */
  without?: readonly string[];
  /** Sends what was typed. */
  send: (value: FormValue) => Promise<Reply<ItemResults>>;
  /** Called when it has been written. */
  onDone: () => void;
  onClose: () => void;
}

/** A dialog with the form of one item that an endpoint adds or changes. */
export function ItemDialog({ isOpen, title, ...form }: ItemFormProps & { isOpen: boolean; title: string }) {
  const contract = useContract();
  return (
    <Dialog isOpen={isOpen} onClose={form.onClose} title={title}>
      {contract.error && <ErrorPanel error={contract.error} onRetry={() => void contract.refetch()} />}
      {contract.data ? <ItemForm {...form} contract={contract.data} /> : <Loading />}
    </Dialog>
  );
}

function ItemForm({
  contract,
  path,
  list,
  initial = {},
  without,
  send,
  onDone,
  onClose,
}: ItemFormProps & { contract: Contract }) {
  const { common } = useTexts();
  const [value, setValue] = useState<FormValue>(initial);
  const sending = useMutation({
    mutationFn: async () => checkItems(await send(value)),
    onSuccess: () => {
      onDone();
      onClose();
    },
  });
  const input = resolve(contract, contract.operations[path]?.input ?? {});
  const { items = {} } = resolve(contract, input.properties?.[list] ?? {});
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      <SchemaFields contract={contract} schema={items} value={value} onChange={setValue} without={without} />
      {sending.error && <ErrorPanel error={sending.error} />}
      <div className="actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={sending.isPending}>
          {common.save}
        </Button>
      </div>
    </form>
  );
}
