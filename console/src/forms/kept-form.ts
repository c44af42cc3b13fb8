import { useState } from "react";
import { isSame } from "./changes.ts";
import type { FormValue } from "./form-value.ts";

/** A form of what is stored, as it stands. */
interface KeptForm {
  /** What it began with. */
  opened: FormValue;
  value: FormValue;
  /** Changes when it begins anew, with which its fields do too. */
  round: number;
  change: (value: FormValue) => void;
  /** Begins anew with what is stored now, except for what was typed after it had been sent. */
  noteSaved: (stored: FormValue, sent: FormValue) => void;
}

/**
 * A form of what is stored, which may be read again at any time: changes that somebody has typed stay, with what they began with, so
 * that saving can tell what others have changed since. A form without changes shows what has been read.
 * @param hasUnreadable whether a field holds a text that has no value yet, which stays as well.
 */
export function useKeptForm(stored: FormValue, hasUnreadable: boolean): KeptForm {
  const [form, setForm] = useState({ opened: stored, value: stored, read: stored, round: 0 });
  if (!isSame(form.read, stored)) {
    const isChanged = hasUnreadable || !isSame(form.opened, form.value);
    setForm(
      isChanged ? { ...form, read: stored } : { opened: stored, value: stored, read: stored, round: form.round + 1 },
    );
  }
  return {
    ...{ opened: form.opened, value: form.value, round: form.round },
    change: (value) => setForm((before) => ({ ...before, value })),
    noteSaved: (next, sent) =>
      setForm((before) =>
        isSame(before.value, sent)
          ? { ...before, opened: next, value: next, round: before.round + 1 }
          : { ...before, opened: next },
      ),
  };
}
