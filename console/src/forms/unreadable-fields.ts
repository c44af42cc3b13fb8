import { createContext, useCallback, useState } from "react";

/** Takes note of a field whose text has no value yet, such as half a JSON. */
type Tell = (id: string, isUnreadable: boolean) => void;

/** What a field of the form around tells of its text. */
export const UnreadableFields = createContext<Tell>(() => undefined);

/** Leads to the first field whose text can't be read or was refused. */
export function focusInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

/** Whether a form has a field whose text has no value yet, and what such a field tells it by. */
export function useUnreadableFields(): [hasUnreadable: boolean, tell: Tell] {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const tell = useCallback<Tell>(
    (id, isUnreadable) =>
      setIds((before) => (isUnreadable ? before.union(new Set([id])) : before.difference(new Set([id])))),
    [],
  );
  return [ids.size > 0, tell];
}
