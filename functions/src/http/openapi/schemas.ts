import * as z from "zod";
import { contractKeywords } from "#platform/shapes/contract-check";
import type { CallEndpoint } from "../endpoint.ts";
import { refusesUnknownFields } from "../request/input.ts";
import { fieldDescription } from "./field-descriptions.ts";
import { type JsonObject, refTo } from "./json.ts";
import { operationId } from "./names.ts";

/** A shape with its own name in the document. */
export interface NamedSchema {
  name: string;
  schema: z.ZodType;
  description?: string | undefined;
  /** Descriptions of its fields. */
  fields: ReadonlyMap<string, string>;
}

/** The JSON schemas of all inputs and outputs of endpoints. */
export interface Schemas {
  /** A pointer to the shape of `data` in an endpoint's requests. */
  input(endpoint: CallEndpoint): JsonObject;
  /** The shape of `result.data` in its replies; undefined if there is none. */
  output(endpoint: CallEndpoint): JsonObject | undefined;
  /** A further shape, such as that of an event's data. */
  further(schema: z.ZodType): JsonObject;
  /** Every named shape, by its name. */
  components: { [name: string]: JsonObject };
}

/**
 * Creates the schemas of endpoints and events. A named shape is referenced wherever it occurs; the input of an
 * endpoint is named after its operation, unless another endpoint shares it.
 * Requests and replies are described alike, as what may be sent, so that a shape is one schema wherever it is used.
 * @param inputFields descriptions of fields that the endpoints themselves declare, by path.
 */
export function makeSchemas(
  endpoints: readonly CallEndpoint[],
  namedSchemas: readonly NamedSchema[],
  further: readonly z.ZodType[],
  inputFields: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Schemas {
  const registry = z.registry<{ id: string }>();
  const described = new Map<string, Pick<NamedSchema, "description" | "fields">>();
  const add = (schema: z.ZodType, id: string) => {
    if (!registry.has(schema)) registry.add(schema, { id });
    return registry.get(schema)?.id ?? id;
  };
  for (const { schema, name, ...rest } of namedSchemas) {
    if (described.has(name)) throw new Error(`Two shapes are called ${name}.`);
    described.set(add(schema, name), rest);
  }
  // Later versions first: a shape that both share is named after the later one.
  const inOrder = endpoints.toSorted((a, b) => (a.path < b.path ? 1 : -1));
  for (const { path, input, output } of inOrder) {
    const name = add(input, inputName(path));
    if (!described.has(name)) described.set(name, { fields: inputFields.get(path) ?? new Map() });
    if (!(output instanceof z.ZodUndefined)) add(output, `${inputName(path)}.output`);
  }
  further.forEach((schema, i) => {
    add(schema, `further.${i}`);
  });
  const refined = (schema: z.core.$ZodType): z.core.$ZodType | undefined => {
    const { parent } = schema._zod;
    return parent === undefined || registry.has(parent as z.ZodType) ? parent : refined(parent);
  };
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    uri: (id) => refTo("schemas", id).$ref,
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema);
      for (const keywords of contractKeywords(zodSchema, refined(zodSchema))) addKeywords(jsonSchema, keywords);
    },
  }) as { schemas: { [name: string]: JsonObject } };
  const components: Schemas["components"] = {};
  for (const [name, { $schema: _, $id: __, ...schema }] of Object.entries(schemas))
    components[name] = describe(schema, described.get(name));
  for (const { path, input } of endpoints) {
    const schema = components[registry.get(input)?.id ?? ""];
    if (schema?.properties && refusesUnknownFields(path)) schema.additionalProperties = false;
  }
  const nameOf = (schema: z.ZodType) => registry.get(schema)?.id ?? "";
  // A shape without a name of its own is inlined where it is used.
  const place = (schema: z.ZodType) => {
    const name = nameOf(schema);
    return name.includes(".") ? (components[name] ?? {}) : refTo("schemas", name);
  };
  return {
    input: ({ input }) => place(input),
    output: ({ output }) => (output instanceof z.ZodUndefined ? undefined : place(output)),
    further: place,
    components,
  };
}

/** Name of an endpoint's input, such as `UsersAddInput`, or `V1UsersAddInput` in v1. */
function inputName(path: string): string {
  const words = operationId(path).replace(/^v2-/, "").split("-");
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Input`;
}

/** Removes the rule for property names that allows any text, which says nothing. */
function tidy(schema: JsonObject): void {
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
}

/** Adds the keywords of a check. An existing keyword stays, and a different value for it goes into `allOf`. */
function addKeywords(schema: JsonObject, keywords: JsonObject): void {
  for (const [keyword, value] of Object.entries(keywords)) {
    if (schema[keyword] === undefined) schema[keyword] = value;
    else if (JSON.stringify(schema[keyword]) !== JSON.stringify(value))
      schema.allOf = [...((schema.allOf as JsonObject[] | undefined) ?? []), { [keyword]: value }];
  }
}

function describe(schema: JsonObject, docs?: Pick<NamedSchema, "description" | "fields">): JsonObject {
  const properties = schema.properties as { [name: string]: JsonObject } | undefined;
  for (const [name, property] of Object.entries(properties ?? {})) {
    const description = docs?.fields.get(name) ?? fieldDescription(name);
    if (description !== undefined) property.description ??= description;
  }
  return docs?.description === undefined ? schema : { description: docs.description, ...schema };
}
