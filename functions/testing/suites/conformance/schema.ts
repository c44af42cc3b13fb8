import * as z from "zod";
import type { CallEndpoint } from "#http/endpoint";

/** The part of JSON Schema that describes inputs, here and in the contract. */
export interface JsonSchema {
  $ref?: string;
  type?: JsonType | JsonType[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}
export type JsonType = "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";

/** A position in a request's `data`. */
export type FieldPath = (string | number)[];

/** A field of the input at any depth. */
export interface Field {
  path: FieldPath;
  schema: JsonSchema;
  /** Whether it is required in its own object. Items of lists and entries of maps are neither required nor optional. */
  required: boolean;
  optional: boolean;
}

/** The schema of an endpoint's input. */
export function inputSchema(input: z.ZodType): JsonSchema {
  return z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

/** Whether an endpoint accepts a page token. */
export function isPaged({ input }: Pick<CallEndpoint, "input">): boolean {
  const { pageToken, iterator } = inputSchema(input).properties ?? {};
  return (pageToken ?? iterator) !== undefined;
}

/** All fields, including nested ones: the first element of a list, and one key of a map in the sample. */
export function fieldsOf(schema: JsonSchema, sample: unknown, path: FieldPath = []): Field[] {
  const valueAt = (name: string | number) => (sample as Record<string | number, unknown> | undefined)?.[name];
  const below = (name: string | number, child: JsonSchema, is: Pick<Field, "required" | "optional">): Field[] => {
    const field = { path: [...path, name], schema: child, ...is };
    return [field, ...fieldsOf(child, valueAt(name), field.path)];
  };
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const required = schema.required?.includes(name) ?? false;
    return below(name, child, { required, optional: !required });
  });
  const element = { required: false, optional: false };
  if (schema.items) fields.push(...below(0, schema.items, element));
  const values = schema.additionalProperties;
  if (typeof values === "object" && Object.keys(values).length > 0) {
    const [key = "key"] = Object.keys((sample as object | undefined) ?? {});
    fields.push(...below(key, values, element));
  }
  return fields;
}

/** Types that a schema accepts; undefined: any. */
export function typesOf(schema: JsonSchema): JsonType[] | undefined {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) {
    const types = branches.map(typesOf);
    return types.includes(undefined) ? undefined : (types as JsonType[][]).flat();
  }
  if (schema.type === undefined) return undefined;
  return typeof schema.type === "string" ? [schema.type] : schema.type;
}

/** The smallest valid value of a schema. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [branch] = schema.anyOf ?? schema.oneOf ?? [];
  if (branch) return sampleOf(branch);
  switch (typesOf(schema)?.[0]) {
    case "integer":
    case "number":
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}));
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]),
      );
    default:
      if (schema.format === "email") return "ada@example.com";
      return schema.format === "uri" ? "https://example.com" : "x".repeat(Math.max(1, schema.minLength ?? 1));
  }
}

/** The data with another value at the path; missing containers are created, and REMOVED removes a field. */
export function withValue(schema: JsonSchema, data: unknown, path: FieldPath, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const container = (data === undefined ? sampleOf(schema) : structuredClone(data)) as Record<string | number, unknown>;
  const child = typeof name === "number" ? schema.items : (schema.properties?.[name] ?? valueSchema(schema));
  container[name] = withValue(child ?? {}, container[name], rest, value);
  if (container[name] === REMOVED) delete container[name];
  return container;
}

/** Value for `withValue` that removes a field. */
export const REMOVED = Symbol("removed");

function valueSchema({ additionalProperties }: JsonSchema): JsonSchema {
  return typeof additionalProperties === "object" ? additionalProperties : {};
}

/** The data with an unknown field `name` in every object of fixed shape; `strict` if one of them refuses it. */
export function withUnknownFields(input: z.ZodType, data: unknown, name: string): { data: unknown; strict: boolean } {
  let strict = false;
  const add = (schema: JsonSchema, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((element) => add(schema.items ?? {}, element));
    if (typeof value !== "object" || value === null || !schema.properties) return value;
    const fields = Object.entries(value).map(([key, child]) => [key, add(schema.properties?.[key] ?? {}, child)]);
    // An object that accepts custom fields is left unchanged.
    if (typeof schema.additionalProperties === "object") return Object.fromEntries(fields);
    strict ||= schema.additionalProperties === false;
    return Object.fromEntries([...fields, [name, { secret: name }]]);
  };
  return { data: add(inputSchema(input), data), strict };
}
