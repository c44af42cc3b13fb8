/** The parts of JSON Schema that `openapi.json` uses and the pages show. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  deprecated?: boolean;
}

/** A query or header parameter. */
export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

/** A body, with an example. */
export interface Content {
  schema?: Schema;
  example?: unknown;
}

/** A reply. */
interface Reply {
  $ref?: string;
  description: string;
  content?: Record<string, Content>;
}

/** An endpoint, or an event that webhooks receive. */
export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Reply>;
  /** Whether read-only sessions may call it, unless that follows from the parameter `Idempotency-Key`. */
  "x-read-only-sessions"?: boolean;
}

/** How a caller authenticates. */
interface SecurityScheme {
  type: string;
  name?: string;
  description: string;
}

/** `openapi.json`. */
export interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  "x-tagGroups": { name: string; tags: string[] }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Reply>;
    securitySchemes: Record<string, SecurityScheme>;
  };
}

/** Follows a reference within the document. @throws Error if it leads nowhere. */
export function dereference<T extends { $ref?: string }>(document: OpenApi, value: T): T {
  if (value.$ref === undefined) return value;
  let target: unknown = document;
  for (const name of value.$ref.replace(/^#\//, "").split("/"))
    target = (target as Record<string, unknown> | undefined)?.[name.replaceAll("~1", "/").replaceAll("~0", "~")];
  if (target === undefined) throw new Error(`openapi.json has nothing at ${value.$ref}.`);
  const { $ref: _, ...beside } = value;
  return { ...dereference(document, target as T), ...beside };
}

/** A schema without `$ref` and `allOf` at its top level: all parts merged into one. */
export function flatten(document: OpenApi, schema: Schema): Schema {
  const { allOf = [], ...own } = dereference(document, schema);
  let whole: Schema = {};
  for (const part of [...allOf.map((inner) => flatten(document, inner)), own]) whole = merge(whole, part);
  return whole;
}

function merge(one: Schema, other: Schema): Schema {
  const properties = { ...one.properties, ...other.properties };
  const required = [...(one.required ?? []), ...(other.required ?? [])];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** The names of the properties of a schema and of all schemas in it. */
export function propertyNames(document: OpenApi, schema: Schema): Set<string> {
  const names = new Set<string>();
  const visitedRefs = new Set<string>();
  const add = (one: Schema): void => {
    const { $ref } = one;
    if ($ref !== undefined) {
      if (visitedRefs.has($ref)) return;
      visitedRefs.add($ref);
      add(dereference(document, one));
      return;
    }
    const { properties = {}, additionalProperties, items, allOf = [], anyOf = [], oneOf = [] } = one;
    for (const name of Object.keys(properties)) names.add(name);
    const inner = [...Object.values(properties), items, additionalProperties, ...allOf, ...anyOf, ...oneOf];
    for (const part of inner) if (typeof part === "object") add(part);
  };
  add(schema);
  return names;
}
