import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ErrorPanel } from "../components/error-panel.tsx";
import { type FieldIssue, fieldIssuesOf, isOf, RefusedForm } from "./field-issues.ts";
import { LeaveQuestion } from "./leave-question.tsx";
import { focusInvalid, UnreadableFields, useUnreadableFields } from "./unreadable-fields.ts";

interface FormProps {
  /** Why the form was refused. */
  error: Error | null;
  /** The input field with a list whose only item the form edits. Default: the form edits the input itself. */
  list?: string | undefined;
  /** Whether leaving the form would lose changes. */
  isChanged: boolean;
  onSubmit: () => void;
  /** Keeps which texts can't be parsed, if the parent needs to know. Default: the form keeps this itself. */
  unreadable?: ReturnType<typeof useUnreadableFields>;
  /** Called when something is typed or chosen. */
  onEdit?: () => void;
  /** The fields. */
  children: ReactNode;
  /** Shown below the fields: the result and the buttons. */
  end: ReactNode;
}

/**
 * A form that shows errors at their fields, other errors below the fields, and asks before unsaved changes are left.
 */
export function Form({ error, list, isChanged, unreadable, onSubmit, onEdit, children, end }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const issues = useMemo(() => fieldIssuesOf(error, list), [error, list]);
  const fields = useRef(new Set<string>());
  const refused = useMemo(() => ({ issues, shows: (path: string) => addUntilRemoved(fields.current, path) }), [issues]);
  const [hasPanel, setPanel] = useState(false);
  const own = useUnreadableFields();
  const [hasUnreadable, tellUnreadable] = unreadable ?? own;
  /** Submits the form, or moves the focus to the first text that can't be parsed. */
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

/** Adds something to a set. @returns a function that removes it again. */
function addUntilRemoved<T>(set: Set<T>, one: T): () => void {
  set.add(one);
  return () => void set.delete(one);
}
