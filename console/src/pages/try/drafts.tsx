import { createContext, type ReactNode, use, useState } from "react";
import type { FormValue } from "../../forms/form-value.ts";

const DraftsContext = createContext<Map<string, FormValue> | undefined>(undefined);

/** Keeps typed inputs while other pages are open, only in this tab's memory, since they may contain secrets. */
export function Drafts({ children }: { children: ReactNode }) {
  const [drafts] = useState(() => new Map<string, FormValue>());
  return <DraftsContext value={drafts}>{children}</DraftsContext>;
}

/** The draft kept under a name, if any, and a function that keeps one, or discards it if undefined is passed. */
export function useDraft(name: string): [draft: FormValue | undefined, keep: (draft: FormValue | undefined) => void] {
  const drafts = use(DraftsContext);
  const keep = (draft: FormValue | undefined) => {
    if (draft === undefined) drafts?.delete(name);
    else drafts?.set(name, draft);
  };
  return [drafts?.get(name), keep];
}
