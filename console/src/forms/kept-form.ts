import { useState } from "react";
import { isSame } from "./changes.ts";
import type { FormValue } from "./form-value.ts";

/** The state of a form that edits a stored record. */
interface KeptForm {
  /** The stored value that the form was opened with. */
  opened: FormValue;
  value: FormValue;
  /** Changes whenever the form is reset; as a React key it resets the fields too. */
  round: number;
  change: (value: FormValue) => void;
  /** Resets the form to the stored value, unless something was typed after `sentValue` had been sent. */
  noteSaved: (storedValue: FormValue, sentValue: FormValue) => void;
}

/**
 * Keeps a form of a stored record that may be reread at any time. Edits stay, together with the value they started
 * from, so that saving can detect what others have changed since. A form without edits shows the value that was read.
 * @param hasUnreadable whether a field contains a text without a valid value yet, which counts as an edit.
 */
export function useKeptForm(storedValue: FormValue, hasUnreadable: boolean): KeptForm {
  const [form, setForm] = useState({ opened: storedValue, value: storedValue, read: storedValue, round: 0 });
  if (!isSame(form.read, storedValue)) {
    const isChanged = hasUnreadable || !isSame(form.opened, form.value);
    setForm(
      isChanged
        ? { ...form, read: storedValue }
        : { opened: storedValue, value: storedValue, read: storedValue, round: form.round + 1 },
    );
  }
  return {
    ...{ opened: form.opened, value: form.value, round: form.round },
    change: (value) => setForm((before) => ({ ...before, value })),
    noteSaved: (next, sentValue) =>
      setForm((before) =>
        isSame(before.value, sentValue)
          ? { ...before, opened: next, value: next, round: before.round + 1 }
          : { ...before, opened: next },
      ),
  };
}
