import { flatten, type OpenApi, type Schema } from "../contract/openapi.ts";

/** The type of a field in a few words, such as `string[]`. */
export function typeText(document: OpenApi, schema: Schema): string {
  const flat = flatten(document, schema);
  if (flat.const !== undefined) return JSON.stringify(flat.const);
  if (flat.enum) return flat.enum.length > 8 ? "string" : flat.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = choicesOf(flat);
  if (choices.length > 0) return [...new Set(choices.map((choice) => typeText(document, choice)))].join(" | ");
  if (flat.type === "array") {
    const item = typeText(document, flat.items ?? {});
    return item.includes(" ") ? `(${item})[]` : `${item}[]`;
  }
  if (!flat.type && flat.properties) return "object";
  return String(flat.type ?? "any");
}

/** The alternative types of a schema. Alternatives that only say which fields go together are left out. */
export function choicesOf(schema: Schema): Schema[] {
  const { type, properties, anyOf, oneOf } = schema;
  if (Array.isArray(type)) return type.map((one) => (one === "null" ? { type: one } : { ...schema, type: one }));
  // In a schema with a type, alternatives are rules between fields.
  if (type !== undefined || properties) return [];
  const choices = anyOf ?? oneOf ?? [];
  return choices.every(isType) ? choices : [];
}

function isType({ $ref, type, properties, enum: values, const: constant, anyOf, allOf }: Schema): boolean {
  return [$ref, type, properties, values, constant, anyOf, allOf].some((part) => part !== undefined);
}

/** Further limits of a value, such as `1 to 500 items`. */
export function limitsText(schema: Schema): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, exclusiveMinimum, format } = schema;
  return [
    rangeText(minItems, maxItems, "items"),
    rangeText(minLength, maxLength, "characters"),
    rangeText(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ""),
    exclusiveMinimum === undefined ? "" : `more than ${exclusiveMinimum}`,
    format ?? "",
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
    (schema.enum?.length ?? 0) > 8 ? `one of ${schema.enum?.join(", ")}` : "",
  ].filter((text) => text !== "");
}

function rangeText(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined && max === undefined) return "";
  if (min === 1 && max === undefined && unit !== "") return "not empty";
  const text = max === undefined ? `at least ${min}` : min === undefined ? `at most ${max}` : `${min} to ${max}`;
  return `${text} ${unit}`.trim();
}
