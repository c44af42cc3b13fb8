import { Tabs } from "../../components/tabs.tsx";
import type { FormValue } from "../../forms/form-value.ts";
import { JsonField } from "../../forms/json-field.tsx";
import { type Contract, type Operation, resolve } from "../../forms/schema.ts";
import { SchemaFields } from "../../forms/schema-fields.tsx";
import { useTexts } from "../../texts/texts.tsx";

interface InputFieldsProps {
  contract: Contract;
  operation: Operation;
  input: FormValue;
  onChange: (input: FormValue) => void;
  /** Whether the fields may be replaced by another view of the input. */
  mayLeave: () => boolean;
}

/** The input of an endpoint as a form, or as JSON. */
export function InputFields({ contract, operation, input, onChange, mayLeave }: InputFieldsProps) {
  const { tryIt, common } = useTexts();
  const { properties } = resolve(contract, operation.input);
  const json = () => (
    <JsonField label={tryIt.input} value={input} onChange={(next) => onChange((next ?? {}) as FormValue)} />
  );
  // An input with alternatives has no fixed set of fields.
  if (!properties) return json();
  if (Object.keys(properties).length === 0) return <p className="quiet">{tryIt.noInput}</p>;
  return (
    <Tabs
      label={tryIt.input}
      name="input"
      mayLeave={mayLeave}
      tabs={[
        {
          id: "form",
          title: tryIt.form,
          content: () => (
            <div className="form">
              <SchemaFields contract={contract} schema={operation.input} value={input} onChange={onChange} />
            </div>
          ),
        },
        { id: "json", title: common.json, content: json },
      ]}
    />
  );
}
