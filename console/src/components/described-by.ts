import type { ReactNode } from "react";

/** The ids of what describes a field, for `aria-describedby`: why it was refused, and what it takes. */
export function describedBy(id: string, issue: string | undefined, hint: ReactNode): string | undefined {
  const ids = [issue !== undefined && `${id}-issue`, Boolean(hint) && `${id}-hint`];
  return ids.filter(Boolean).join(" ") || undefined;
}
