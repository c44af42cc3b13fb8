import { type ReactNode, useId } from "react";
import { useIssueOf } from "../../forms/field-issues.ts";
import { describedBy, FieldNotes } from "./field-notes.tsx";

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What the field accepts, in a few words. */
  hint?: ReactNode;
  isRequired?: boolean;
  /** Whether the text is hidden while it is typed, and not offered to password managers. */
  isSecret?: boolean;
  /** Whether it is an id or the like, which spelling correction must not touch. */
  isCode?: boolean;
  /** Whether it has several lines. */
  isLong?: boolean;
  type?: "text" | "number" | "search" | "email" | "datetime-local";
  isDisabled?: boolean;
  /** Why the value can't be sent, or was refused. */
  issue?: string | undefined;
  /** The field's path in the form's value; with it, the field itself shows why it was refused. */
  path?: string;
  /** Earliest and latest time that the field accepts. */
  times?: { min: string; max: string };
  /** Suggested values, each with its meaning. Other values can be typed. */
  suggestions?: readonly (readonly [value: string, label: string])[] | undefined;
}

/** A labelled text field. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  isRequired,
  isSecret,
  isCode,
  isLong,
  type,
  isDisabled,
  issue: ownIssue,
  path,
  times,
  suggestions,
}: TextFieldProps) {
  const id = useId();
  const refusal = useIssueOf(path, value);
  const issue = ownIssue ?? refusal;
  const Input = isLong ? "textarea" : "input";
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        className={isCode || isSecret || isLong ? "code" : undefined}
        type={isLong ? undefined : isSecret ? "password" : (type ?? "text")}
        rows={isLong ? 6 : undefined}
        list={suggestions && !isLong ? `${id}-list` : undefined}
        value={value}
        required={isRequired}
        disabled={isDisabled}
        min={isLong ? undefined : times?.min}
        max={isLong ? undefined : times?.max}
        aria-invalid={issue !== undefined || undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={isCode || isSecret || isLong ? false : undefined}
        aria-describedby={describedBy(id, issue, hint)}
        onChange={({ target }) => onChange(target.value)}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map(([one, meaning]) => (
            <option key={one} value={one}>
              {meaning}
            </option>
          ))}
        </datalist>
      )}
      <FieldNotes id={id} issue={issue} hint={hint} />
    </div>
  );
}
