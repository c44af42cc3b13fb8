import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ErrorPanel } from "../components/error-panel.tsx";
import { FieldIssues, fieldIssuesOf } from "./field-issues.ts";
import { LeaveQuestion } from "./leave-question.tsx";
import { UnreadableFields, useUnreadableFields } from "./unreadable-fields.ts";

interface FormProps {
  /** Why it was refused. */
  error: Error | null;
  /** The field of the input whose only item the form writes. Missing: it writes the input itself. */
  list?: string | undefined;
  /** Whether it holds something that would be lost. */
  isChanged: boolean;
  onSubmit: () => void;
  /** Called when something is typed or chosen. */
  onEdit?: () => void;
  /** The fields. */
  children: ReactNode;
  /** What stands below them: the result and the buttons. */
  end: ReactNode;
}

/** A form that says at its fields why they were refused, below them what concerns none, and asks before it is left. */
export function Form({ error, list, isChanged, onSubmit, onEdit, children, end }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const issues = useMemo(() => fieldIssuesOf(error, list), [error, list]);
  const [hasPanel, setPanel] = useState(false);
  const [hasUnreadable, tellUnreadable] = useUnreadableFields();
  /** Sends what can be sent, and leads to the first text that can't be read. */
  const submit = () => {
    if (hasUnreadable) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    else onSubmit();
  };
  useLayoutEffect(() => {
    const refused = [...(form.current?.querySelectorAll<HTMLElement>("[aria-invalid=true]") ?? [])];
    if (issues.length > 0) refused[0]?.focus();
    setPanel(error !== null && (refused.length === 0 || issues.length === 0));
  }, [error, issues]);
  return (
    <>
      <form
        className="form"
        ref={form}
        onChange={onEdit}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <UnreadableFields value={tellUnreadable}>
          <FieldIssues value={issues}>{children}</FieldIssues>
        </UnreadableFields>
        {error && hasPanel && <ErrorPanel error={error} />}
        {end}
      </form>
      <LeaveQuestion isChanged={isChanged || hasUnreadable} />
    </>
  );
}
