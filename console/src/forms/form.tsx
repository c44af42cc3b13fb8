import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ErrorPanel } from "../components/error-panel.tsx";
import { type FieldIssue, fieldIssuesOf, isOf, RefusedForm } from "./field-issues.ts";
import { LeaveQuestion } from "./leave-question.tsx";
import { focusInvalid, UnreadableFields, useUnreadableFields } from "./unreadable-fields.ts";

interface FormProps {
  /** Why it was refused. */
  error: Error | null;
  /** The field of the input whose only item the form writes. Missing: it writes the input itself. */
  list?: string | undefined;
  /** Whether it holds something that would be lost. */
  isChanged: boolean;
  onSubmit: () => void;
  /** Which texts can't be read, for who wants to know it of the form. Missing: it keeps that itself. */
  unreadable?: ReturnType<typeof useUnreadableFields>;
  /** Called when something is typed or chosen. */
  onEdit?: () => void;
  /** The fields. */
  children: ReactNode;
  /** What stands below them: the result and the buttons. */
  end: ReactNode;
}

/** A form that says at its fields why they were refused, below them what concerns none, and asks before it is left. */
export function Form({ error, list, isChanged, unreadable, onSubmit, onEdit, children, end }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const issues = useMemo(() => fieldIssuesOf(error, list), [error, list]);
  const fields = useRef(new Set<string>());
  const refused = useMemo(() => ({ issues, shows: (path: string) => added(fields.current, path) }), [issues]);
  const [hasPanel, setPanel] = useState(false);
  const own = useUnreadableFields();
  const [hasUnreadable, tellUnreadable] = unreadable ?? own;
  /** Sends what can be sent, and leads to the first text that can't be read. */
  const submit = () => {
    if (hasUnreadable) focusInvalid(form.current);
    else onSubmit();
  };
  useLayoutEffect(() => {
    if (issues.length > 0) focusInvalid(form.current);
    const isShown = (issue: FieldIssue) => [...fields.current].some((field) => isOf(issue, field));
    setPanel(error !== null && (issues.length === 0 || !issues.every(isShown)));
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
          <RefusedForm value={refused}>{children}</RefusedForm>
        </UnreadableFields>
        {error && hasPanel && <ErrorPanel error={error} />}
        {end}
      </form>
      <LeaveQuestion isChanged={isChanged || hasUnreadable} />
    </>
  );
}

/** Adds something to a set. @returns what takes it out again. */
function added<T>(set: Set<T>, one: T): () => void {
  set.add(one);
  return () => void set.delete(one);
}
