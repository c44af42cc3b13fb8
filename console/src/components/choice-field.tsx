import { type ReactNode, useId } from "react";
import { describedBy, FieldNotes } from "./field-notes.tsx";

interface ChoiceFieldProps {
  label: string;
  value: string;
  /** The texts of the choices by their values. */
  choices: Record<string, string>;
  onChange: (value: string) => void;
  hint?: ReactNode;
  isRequired?: boolean;
  /** Why it was refused. */
  issue?: string | undefined;
}

/** One of a few values, with its label. */
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
