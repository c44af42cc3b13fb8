import { useMutation } from "@tanstack/react-query";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { useSession } from "../session/session.tsx";
import { isUnreachable } from "../session/unreachable.ts";
import { useTexts } from "../texts/texts.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { changesOf, conflictsOf } from "./changes.ts";
import { type FieldIssue, RefusedFields } from "./field-issues.ts";
import { Form } from "./form.tsx";
import type { FormValue } from "./form-value.ts";
import { useKeptForm } from "./kept-form.ts";
import type { Contract } from "./schema.ts";
import { SchemaFields } from "./schema-fields.tsx";
import { useUnreadableFields } from "./unreadable-fields.ts";

interface SavingFormProps {
  contract: Contract;
  /** Path of the endpoint from whose contract the form is built. */
  path: string;
  /** Fields that are left out, because the page knows their values. */
  without?: readonly string[] | undefined;
  /** Fields that are stored as a whole. */
  whole?: readonly string[];
  /** The value read last; the page may reread it at any time. */
  stored: FormValue;
  /** Rereads the stored value, and updates the page with it. */
  reread: () => Promise<FormValue>;
  /** Values that the form refuses although the service accepts them. */
  check?: ((value: FormValue) => readonly FieldIssue[]) | undefined;
  /** Stores the changes. */
  write: (changes: FormValue) => Promise<unknown>;
}

/**
 * A form whose button stores the changes, but asks first if others have changed the same fields meanwhile. In a
 * read-only session the form is disabled.
 */
export function SavingForm({ contract, path, without, whole, stored, reread, check, write }: SavingFormProps) {
  const { common } = useTexts();
  const { isReadOnly } = useSession();
  const unreadable = useUnreadableFields();
  const { opened, value, round, change, noteSaved } = useKeptForm(stored, unreadable[0]);
  const changes = changesOf(opened, value, whole);
  const isChanged = Object.keys(changes).length > 0;
  const saving = useMutation({
    mutationFn: async ({ isAgreed }: { isAgreed: boolean }) => {
      const issues = check?.(value) ?? [];
      if (issues.length > 0) throw new RefusedFields(issues);
      const conflicts = isAgreed ? undefined : conflictsOf(changes, changesOf(opened, await reread(), whole), whole);
      if (conflicts !== undefined) return conflicts;
      await write(changes);
      noteSaved(await reread(), value);
      return undefined;
    },
  });
  const operation = contract.operations[path];
  if (!operation) throw new Error(`The contract has no operation for ${path}.`);
  const end = (
    <>
      {saving.isSuccess && !isChanged && <Notice kind="good" title={common.saved} />}
      {saving.data && <ChangedMeanwhile stored={saving.data} onAgree={() => saving.mutate({ isAgreed: true })} />}
      {isReadOnly ? (
        <Notice kind="plain" title={common.onlyReads} />
      ) : (
        <div className="actions">
          <Button kind="primary" type="submit" isBusy={saving.isPending} disabled={!isChanged}>
            {isUnreachable(saving.error) ? common.saveAgain : common.save}
          </Button>
        </div>
      )}
    </>
  );
  return (
    <Form
      error={saving.error}
      isChanged={isChanged && !saving.isPending}
      unreadable={unreadable}
      onSubmit={() => saving.mutate({ isAgreed: false })}
      onEdit={() => saving.isSuccess && saving.reset()}
      end={end}
    >
      <fieldset className="plain-fields" disabled={isReadOnly}>
        <SchemaFields
          key={round}
          contract={contract}
          schema={operation.input}
          value={value}
          onChange={change}
          without={without ?? []}
        />
      </fieldset>
    </Form>
  );
}
