import { type ReactNode, useId } from "react";
import { describedBy, FieldNotes } from "./field-notes.tsx";

interface ChoiceFieldProps {
  label: string;
  value: string;
  /** The text of each choice, by value. */
  choices: Record<string, string>;
  onChange: (value: string) => void;
  hint?: ReactNode;
  isRequired?: boolean;
  /** Why the value was refused. */
  issue?: string | undefined;
}

/** A labelled choice among a few values. */
export function ChoiceField({ label, value, choices, onChange, hint, isRequired, issue }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        required={isRequired}
        aria-invalid={issue !== undefined || undefined}
        aria-describedby={describedBy(id, issue, hint)}
        onChange={({ target }) => onChange(target.value)}
      >
        {Object.entries(choices).map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      <FieldNotes id={id} issue={issue} hint={hint} />
    </div>
  );
}
