import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { ErrorPanel } from "../components/error-panel.tsx";
import { useSession } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";
import type { FormValue } from "./form-value.ts";

interface SavingFormProps {
  /** What differs from what is stored. */
  changes: FormValue;
  /** The mutation that stores them. */
  saving: { mutate: () => void; isPending: boolean; error: Error | null };
  /** What stands above the button when they are stored. */
  done?: ReactNode;
  children: ReactNode;
}

/** A form whose button stores what was changed; a session that only reads has no button. */
export function SavingForm({ changes, saving, done, children }: SavingFormProps) {
  const { common } = useTexts();
  const { isReadOnly } = useSession();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      {children}
      {saving.error && <ErrorPanel error={saving.error} />}
      {done}
      {!isReadOnly && (
        <div className="actions">
          <Button kind="primary" type="submit" isBusy={saving.isPending} disabled={Object.keys(changes).length === 0}>
            {common.save}
          </Button>
        </div>
      )}
    </form>
  );
}
