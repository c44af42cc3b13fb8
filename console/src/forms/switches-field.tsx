import { useId, useState } from "react";
import { ChoiceField } from "../components/fields/choice-field.tsx";
import { FieldNotes } from "../components/fields/field-notes.tsx";
import { useTexts } from "../texts/texts.tsx";
import { JsonField, type JsonFieldProps } from "./json-field.tsx";

/**
 * Named switches, each with a field of its own; typed as JSON while there are none, since the user chooses the names.
 */
export function SwitchesField({ value, onChange, ...field }: JsonFieldProps) {
  const { common } = useTexts();
  const id = useId();
  const switches = Object.entries((value ?? {}) as Record<string, boolean>);
  const [isTyped] = useState(switches.length === 0);
  if (isTyped) return <JsonField {...field} value={value} onChange={onChange} />;
  return (
    <fieldset className="fields">
      <legend>{field.label}</legend>
      <FieldNotes id={id} issue={field.issue} hint={field.hint} />
      {switches.map(([name, isOn]) => (
        <ChoiceField
          key={name}
          label={name}
          value={String(isOn)}
          choices={{ true: common.yes, false: common.no }}
          onChange={(next) => onChange({ ...Object.fromEntries(switches), [name]: next === "true" })}
        />
      ))}
    </fieldset>
  );
}
