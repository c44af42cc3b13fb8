import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { useSession } from "../session/session.tsx";
import { isUnreachable } from "../session/unreachable.ts";
import { useTexts } from "../texts/texts.tsx";
import { Form } from "./form.tsx";
import type { FormValue } from "./form-value.ts";

interface SavingFormProps {
  /** What differs from what is stored. */
  changes: FormValue;
  /** Stores them. It belongs to a component that stays, because the form begins anew with what is stored. */
  saving: Saving;
  children: ReactNode;
}

/** The mutation that stores changes. */
export type Saving = Pick<
  UseMutationResult<unknown, Error, FormValue>,
  "mutate" | "reset" | "isPending" | "isSuccess" | "error"
>;

/** A form whose button stores what was changed; a session that only reads sees it disabled. */
export function SavingForm({ changes, saving, children }: SavingFormProps) {
  const { common } = useTexts();
  const { isReadOnly } = useSession();
  const isChanged = Object.keys(changes).length > 0;
  const end = (
    <>
      {saving.isSuccess && !isChanged && <Notice kind="good" title={common.saved} />}
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
      onSubmit={() => saving.mutate(changes)}
      onEdit={() => saving.isSuccess && saving.reset()}
      end={end}
    >
      <fieldset className="plain-fields" disabled={isReadOnly}>
        {children}
      </fieldset>
    </Form>
  );
}
