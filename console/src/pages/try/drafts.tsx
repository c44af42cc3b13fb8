import { createContext, type ReactNode, use, useState } from "react";
import type { FormValue } from "../../forms/form-value.ts";

const DraftsContext = createContext<Map<string, FormValue> | undefined>(undefined);

/** Keeps what is typed for endpoints while other pages are open, in the memory of this tab alone: it may hold secrets. */
export function Drafts({ children }: { children: ReactNode }) {
  const [drafts] = useState(() => new Map<string, FormValue>());
  return <DraftsContext value={drafts}>{children}</DraftsContext>;
}

/** What was typed under a name, if anything was, and how to keep it; undefined forgets it. */
export function useDraft(name: string): [draft: FormValue | undefined, keep: (draft: FormValue | undefined) => void] {
  const drafts = use(DraftsContext);
  const keep = (draft: FormValue | undefined) => {
    if (draft === undefined) drafts?.delete(name);
    else drafts?.set(name, draft);
  };
  return [drafts?.get(name), keep];
}
