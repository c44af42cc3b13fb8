import { type ReactNode, useId } from "react";
import { useIssueOf } from "../forms/field-issues.ts";
import { describedBy, FieldNotes } from "./field-notes.tsx";

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What it takes, in a few words. */
  hint?: ReactNode;
  isRequired?: boolean;
  /** Whether it is hidden as it is typed, and kept by no manager of passwords. */
  isSecret?: boolean;
  /** Whether it is an id or the like, which no dictionary corrects. */
  isCode?: boolean;
  /** Whether it has several lines. */
  isLong?: boolean;
  type?: "text" | "number" | "search" | "email" | "datetime-local";
  isDisabled?: boolean;
  /** Why what is typed can't be sent, or was refused. */
  issue?: string | undefined;
  /** Its name in what the form sends: then it says itself why it was refused. */
  path?: string;
  /** First and last time that it takes. */
  times?: { min: string; max: string };
  /** Values that it offers, each with what it means. Others can be typed. */
  suggestions?: readonly (readonly [value: string, label: string])[] | undefined;
}

/** A text with its label. */
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
