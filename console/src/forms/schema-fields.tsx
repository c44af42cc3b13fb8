import { isMailAddress } from "@atrium/functions/domain/mail/mail-address";
import type { Schema } from "../../../site/contract/openapi.ts";
import { ChoiceField } from "../components/fields/choice-field.tsx";
import { TextField } from "../components/fields/text-field.tsx";
import { useTexts } from "../texts/texts.tsx";
import { boundsOf, isNumber } from "./bounds.ts";
import { useIssueOf } from "./field-issues.ts";
import type { FormValue } from "./form-value.ts";
import { helpOf, inRow } from "./help.ts";
import { JsonField } from "./json-field.tsx";
import { ListField } from "./list-field.tsx";
import { type Contract, resolve, shownFields } from "./schema.ts";
import { SwitchesField } from "./switches-field.tsx";

interface SchemaFieldsProps {
  contract: Contract;
  /** Schema of an object. */
  schema: Schema;
  value: FormValue;
  onChange: (value: FormValue) => void;
  /** Names of fields that the form leaves out, because the page knows their values. */
  without?: readonly string[];
  /** Whether the whole object may be omitted, including its required fields. Default: no. */
  isOptional?: boolean;
  /** The path of the object in the form, ending with a dot. Default: the form itself. */
  at?: string;
}

/** A field for each property of an object, as the contract describes it. */
export function SchemaFields({
  contract,
  schema,
  value,
  onChange,
  without = [],
  isOptional,
  at = "",
}: SchemaFieldsProps) {
  const { common } = useTexts();
  const { required = [] } = resolve(contract, schema);
  const isLeftOut = isOptional && Object.values(value).every((one) => one === undefined);
  const fields = shownFields(contract, schema, without).map(([name, inner]) => (
    <SchemaField
      key={name}
      contract={contract}
      name={name}
      path={at + name}
      schema={inner}
      isRequired={!isLeftOut && required.includes(name)}
      value={value[name]}
      onChange={(next) => onChange({ ...value, [name]: next })}
    />
  ));
  const isForm = at === "" && fields.length > 0;
  return (
    <>
      {isForm && common.englishHelp && <p className="quiet">{common.englishHelp}</p>}
      {fields}
    </>
  );
}

interface SchemaFieldProps {
  contract: Contract;
  name: string;
  /** Path of the field in the form. */
  path: string;
  schema: Schema;
  isRequired: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The field of one property; its schema determines what it accepts. */
function SchemaField({ contract, name, path, schema, isRequired, value, onChange }: SchemaFieldProps) {
  const { common } = useTexts();
  const shape = resolve(contract, schema);
  const label = isRequired ? `${name} (${common.required})` : name;
  const help = shape.description && helpOf(shape.description);
  const hint = inRow([help, ...boundsOf(shape, common)]);
  const issue = useIssueOf(shape.properties ? undefined : path, value);
  const field = { label, hint, isRequired, issue };
  if (shape.type === "boolean")
    return (
      <ChoiceField
        {...field}
        value={value === undefined || value === null ? "" : String(value)}
        choices={{ "": common.isLeftOut, true: common.yes, false: common.no }}
        onChange={(next) => onChange(next === "" ? undefined : next === "true")}
      />
    );
  if (shape.enum?.every((one) => typeof one === "string"))
    return (
      <ChoiceField
        {...field}
        value={typeof value === "string" ? value : ""}
        choices={Object.fromEntries([["", common.isLeftOut], ...shape.enum.map((one) => [one, one])])}
        onChange={(next) => onChange(next || undefined)}
      />
    );
  if (isNumber(shape))
    return (
      <TextField
        {...field}
        type="number"
        value={typeof value === "number" ? String(value) : ""}
        onChange={(text) => onChange(text === "" ? undefined : Number(text))}
      />
    );
  if (shape.type === "string")
    return (
      <TextField
        {...field}
        hint={
          isNoMailAddress(name, value) ? (
            <>
              <span className="warn">{common.noMailAddress}</span> {hint}
            </>
          ) : (
            hint
          )
        }
        isSecret={/secret|token|apiKey|password/i.test(name) && shape.description?.includes("Id of") !== true}
        value={typeof value === "string" ? value : ""}
        onChange={(text) => onChange(text || undefined)}
      />
    );
  if (shape.type === "array" && isListOfTexts(contract, shape))
    return <ListField {...field} value={value} onChange={onChange} />;
  if (shape.properties)
    return (
      <fieldset className="fields">
        <legend>{label}</legend>
        {hint && <p className="quiet">{hint}</p>}
        <SchemaFields
          contract={contract}
          schema={shape}
          isOptional={!isRequired}
          at={`${path}.`}
          value={(value ?? {}) as FormValue}
          onChange={(next) => onChange(Object.values(next).every((one) => one === undefined) ? undefined : next)}
        />
      </fieldset>
    );
  if (isMapOfSwitches(contract, shape)) return <SwitchesField {...field} value={value} onChange={onChange} />;
  return <JsonField {...field} value={value} onChange={onChange} />;
}

/** Whether an e-mail field contains something that no mail can be sent to, which the service accepts nonetheless. */
function isNoMailAddress(name: string, value: unknown): boolean {
  return /email$/i.test(name) && typeof value === "string" && value !== "" && !isMailAddress(value);
}

function isListOfTexts(contract: Contract, { items = {} }: Schema): boolean {
  return resolve(contract, items).type === "string";
}

function isMapOfSwitches(contract: Contract, { additionalProperties }: Schema): boolean {
  return typeof additionalProperties === "object" && resolve(contract, additionalProperties).type === "boolean";
}
