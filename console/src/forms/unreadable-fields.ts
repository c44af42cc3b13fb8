import { createContext, useCallback, useState } from "react";

/** Notes whether a field's text has no valid value yet, such as incomplete JSON. */
type Tell = (id: string, isUnreadable: boolean) => void;

/** How a field tells its form whether its text can be parsed. */
export const UnreadableFields = createContext<Tell>(() => undefined);

/** Moves the focus to the first field whose text can't be parsed or was refused. */
export function focusInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

/** Whether a form has a field whose text has no valid value yet, and the callback by which fields report it. */
export function useUnreadableFields(): [hasUnreadable: boolean, tell: Tell] {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const tell = useCallback<Tell>(
    (id, isUnreadable) =>
      setIds((before) => (isUnreadable ? before.union(new Set([id])) : before.difference(new Set([id])))),
    [],
  );
  return [ids.size > 0, tell];
}
