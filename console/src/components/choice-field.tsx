import { useId } from "react";

interface ChoiceFieldProps {
  label: string;
  value: string;
  /** The texts of the choices by their values. */
  choices: Record<string, string>;
  onChange: (value: string) => void;
  hint?: string | undefined;
  isRequired?: boolean;
}

/** One of a few values, with its label. */
export function ChoiceField({ label, value, choices, onChange, hint, isRequired }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        required={isRequired}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        {Object.entries(choices).map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      {hint && (
        <span className="quiet" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
