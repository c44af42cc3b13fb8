import type { ReactNode } from "react";

/** The ids of what describes a field, for `aria-describedby`: why it was refused, and what it takes. */
export function describedBy(id: string, issue: string | undefined, hint: ReactNode): string | undefined {
  const ids = [issue !== undefined && `${id}-issue`, Boolean(hint) && `${id}-hint`];
  return ids.filter(Boolean).join(" ") || undefined;
}

interface FieldNotesProps {
  /** Id of the field. */
  id: string;
  issue: string | undefined;
  hint: ReactNode;
}

/** Why a field was refused, and what it takes, with the ids of `describedBy`. */
export function FieldNotes({ id, issue, hint }: FieldNotesProps) {
  return (
    <>
      {issue !== undefined && (
        <span className="issue" id={`${id}-issue`}>
          {issue}
        </span>
      )}
      {hint && (
        <span className="quiet" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </>
  );
}
