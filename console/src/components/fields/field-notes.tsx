import type { ReactNode } from "react";

/** The ids of a field's notes for `aria-describedby`: why its value was refused, and what it accepts. */
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

/** The notes of a field, with the ids of `describedBy`: why its value was refused, and what it accepts. */
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
