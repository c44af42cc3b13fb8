import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Schema } from "../../../site/contract/openapi.ts";
import { Button } from "../components/button.tsx";
import { CancelButton } from "../components/cancel-button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { ErrorPanel } from "../components/error-panel.tsx";
import { Loading } from "../components/loading.tsx";
import { Notice } from "../components/notice.tsx";
import { isUnreachable } from "../session/unreachable.ts";
import { useTexts } from "../texts/texts.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { changedFields, changesAmong } from "./changes.ts";
import { useContract } from "./contract.ts";
import { Form } from "./form.tsx";
import type { FormValue } from "./form-value.ts";
import { checkItems, type ItemReply } from "./item-results.ts";
import { type Contract, resolve, shownFields } from "./schema.ts";
import { SchemaFields } from "./schema-fields.tsx";

interface ItemFormProps {
  /** Path of the endpoint from whose contract the form is built. */
  path: string;
  /** The input field that the form edits, or whose single item it edits if it is a list. Default: the whole input. */
  list?: string | undefined;
  /** The initial values of the fields; omitted for a new item. */
  initial?: FormValue;
  /** Fields that are left out, because the page knows their values. */
  without?: readonly string[];
  /** Whether values are sent even if unchanged: shown ones may be inherited, and become the item's own when sent. */
  sendsUnchanged?: boolean;
  /** Sends the edited fields. */
  send: (changes: FormValue) => Promise<ItemReply | undefined>;
  /** Rereads the stored item before sending; null if it no longer exists. Omitted for a new item. */
  reread?: (() => Promise<FormValue | null>) | undefined;
  /** Called with the edited fields when the item has been written. */
  onDone: (changes: FormValue) => void;
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
  initial,
  without,
  sendsUnchanged,
  reread,
  send,
  onDone,
  onClose,
}: ItemFormProps & { contract: Contract }) {
  const { common } = useTexts();
  // The page may reread the record while the form is open; the form keeps its initial values.
  const [opened] = useState<FormValue>(initial ?? {});
  const [value, setValue] = useState<FormValue>(opened);
  const [isTold, setTold] = useState(false);
  const edits = changedFields(opened, value);
  const isEdited = Object.keys(edits).length > 0;
  const isUnchanged = initial !== undefined && !isEdited && !sendsUnchanged;
  const changes = sendsUnchanged ? { ...opened, ...edits } : edits;
  const input = resolve(contract, contract.operations[path]?.input ?? {});
  const schema = itemSchema(contract, input, list);
  /** The fields shown by the form that others have changed since it was opened. */
  const changedByOthers = async () => {
    const storedItem = await reread?.();
    if (storedItem === null) throw new Error(common.gone);
    const fieldNames = shownFields(contract, schema, without).map(([name]) => name);
    return storedItem && changesAmong(fieldNames, opened, storedItem);
  };
  const sending = useMutation({
    mutationFn: async ({ isAgreed }: { isAgreed: boolean }) => {
      const others = isAgreed ? undefined : await changedByOthers();
      if (others === undefined) checkItems(await send(changes));
      return others;
    },
    onSuccess: (others) => {
      if (others !== undefined) return;
      onDone(changes);
      onClose();
    },
  });
  const isSaved = sending.isSuccess && sending.data === undefined;
  return (
    <Form
      error={sending.error}
      list={list}
      isChanged={isEdited && !sending.isPending && !isSaved}
      onEdit={() => setTold(false)}
      onSubmit={() => (isUnchanged ? setTold(true) : sending.mutate({ isAgreed: false }))}
      end={
        <>
          {isTold && isUnchanged && <Notice kind="plain" title={common.nothingChanged} />}
          {sending.data && (
            <ChangedMeanwhile stored={sending.data} onAgree={() => sending.mutate({ isAgreed: true })} />
          )}
          <div className="actions">
            <CancelButton />
            <Button kind="primary" type="submit" isBusy={sending.isPending}>
              {isUnreachable(sending.error) ? common.saveAgain : common.save}
            </Button>
          </div>
        </>
      }
    >
      <SchemaFields contract={contract} schema={schema} value={value} onChange={setValue} without={without} />
    </Form>
  );
}

/** The schema that a form edits: the input, one of its fields, or an item of a field that is a list. */
function itemSchema(contract: Contract, input: Schema, list: string | undefined): Schema {
  if (list === undefined) return input;
  const field = resolve(contract, input.properties?.[list] ?? {});
  const alternatives = [field, ...(field.anyOf ?? field.oneOf ?? [])].map((one) => resolve(contract, one));
  return alternatives.find(({ properties }) => properties) ?? field.items ?? {};
}
