import type { JsonObject } from "./json.ts";

interface Components {
  [name: string]: JsonObject;
}

interface Body {
  paths: JsonObject;
  [part: string]: JsonObject;
}

const POINTER = "#/components/schemas/";

/**
 * Lets optional fields of requests be `null`, which counts as leaving them out. A shape that replies also use keeps its
 * name there; the shape for requests is named after it, such as `AgentInput`.
 */
export function withNullInRequests(body: Body, components: Components): { body: Body; components: Components } {
  const requests = new Requests(components, namesIn(withoutRequests(body), components));
  const paths = mapRequests(body.paths, (schema) => requests.convert(schema));
  return { body: { ...body, paths }, components: { ...components, ...requests.made } };
}

/** Rewrites the schemas that requests use. */
class Requests {
  /** The rewritten shapes, by their names. */
  readonly made: Components = {};
  readonly #components: Components;
  /** Names of shapes that replies use. */
  readonly #inReplies: ReadonlySet<string>;
  readonly #changed = new Map<string, boolean>();
  readonly #done = new Set<string>();

  constructor(components: Components, inReplies: ReadonlySet<string>) {
    this.#components = components;
    this.#inReplies = inReplies;
  }

  /** The schema as rewritten for requests. */
  convert(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((part) => this.convert(part));
    if (typeof schema !== "object" || schema === null) return schema;
    const { properties, ...rest } = schema as JsonObject;
    const converted: JsonObject = {};
    for (const [key, value] of Object.entries(schema)) {
      if (key === "$ref") converted[key] = POINTER + this.#nameOf(value as string);
      else if (key === "properties") converted[key] = this.#fields(properties as Components, rest);
      else converted[key] = isSchemaKeyword(key) ? this.convert(value) : value;
    }
    return converted;
  }

  #fields(properties: Components, owner: JsonObject): JsonObject {
    const required = (owner.required ?? []) as string[];
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => {
        const converted = this.convert(field) as JsonObject;
        const isOptional = owner.type === "object" && !required.includes(name);
        return [
          name,
          isOptional ? withInnerDefault(this.#takesNull(field) ? converted : orNull(converted)) : converted,
        ];
      }),
    );
  }

  #nameOf(pointer: string): string {
    const name = pointer.slice(POINTER.length);
    if (!this.#isChanged(name)) return name;
    const ours = this.#inReplies.has(name) ? `${name}Input` : name;
    if (ours !== name && ours in this.#components)
      throw new Error(`${name} occurs in requests and replies, and there is already a shape called ${ours}.`);
    if (!this.#done.has(name)) {
      this.#done.add(name);
      this.made[ours] = this.convert(this.#components[name]) as JsonObject;
    }
    return ours;
  }

  /** Whether a shape, or one that it uses, has an optional field that can't be `null` or has a default. */
  #isChanged(name: string): boolean {
    const cachedAnswer = this.#changed.get(name);
    if (cachedAnswer !== undefined) return cachedAnswer;
    const names = [name, ...namesIn(this.#components[name], this.#components)];
    const isChanged = names.some((one) => this.#hasOptional(this.#components[one]));
    this.#changed.set(name, isChanged);
    return isChanged;
  }

  #hasOptional(schema: unknown): boolean {
    if (typeof schema !== "object" || schema === null) return false;
    if (Array.isArray(schema)) return schema.some((part) => this.#hasOptional(part));
    const {
      type,
      properties = {},
      required = [],
    } = schema as { type?: string; properties?: Components; required?: string[] };
    const fields = type === "object" ? Object.entries(properties) : [];
    return (
      fields.some(
        ([name, field]) => !required.includes(name) && (!this.#takesNull(field) || field.default !== undefined),
      ) || Object.values(schema).some((part) => this.#hasOptional(part))
    );
  }

  #takesNull(schema: JsonObject): boolean {
    const {
      $ref,
      type,
      anyOf,
      oneOf,
      enum: values,
      const: only,
    } = schema as { $ref?: string; [keyword: string]: unknown };
    if ($ref !== undefined) return this.#takesNull(this.#components[$ref.slice(POINTER.length)] ?? {});
    // Beside a type, alternatives are rules between fields.
    if (type !== undefined) return [type].flat().includes("null");
    const alternatives = (anyOf ?? oneOf) as JsonObject[] | undefined;
    if (alternatives) return alternatives.some((part) => this.#takesNull(part));
    if (values) return (values as unknown[]).includes(null);
    return only === undefined;
  }
}

/** The schema, or null. */
function orNull(schema: JsonObject): JsonObject {
  const { description, type, anyOf, ...rest } = schema;
  const isPlain = !["enum", "const", "allOf", "not", "oneOf", "default"].some((keyword) => keyword in rest);
  if (typeof type === "string" && isPlain && !anyOf) return { ...schema, type: [type, "null"] };
  const text = description === undefined ? {} : { description };
  if (anyOf && type === undefined && Object.keys(rest).length === 0)
    return { ...text, anyOf: [...(anyOf as JsonObject[]), { type: "null" }] };
  const { description: _, ...bare } = schema;
  return { ...text, anyOf: [bare, { type: "null" }] };
}

/**
 * Moves a default beside alternatives into the first of them: type generators treat a field with a default of its own
 * as required.
 */
function withInnerDefault(schema: JsonObject): JsonObject {
  const { default: value, anyOf, ...rest } = schema;
  if (value === undefined || !anyOf) return schema;
  const [first, ...others] = anyOf as JsonObject[];
  return { ...rest, anyOf: [{ ...first, default: value }, ...others] };
}

/** Whether the value of a keyword may contain schemas; the values of the others are data. */
function isSchemaKeyword(key: string): boolean {
  return !["required", "enum", "const", "example", "type", "description"].includes(key) && !key.startsWith("x-");
}

/** Names of the shapes that a part of the document uses, directly or indirectly. */
function namesIn(part: unknown, components: Components): Set<string> {
  const names = new Set<string>();
  const follow = (json: unknown) => {
    for (const [, name = ""] of (JSON.stringify(json) ?? "").matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      if (!names.has(name)) {
        names.add(name);
        follow(components[name]);
      }
  };
  follow(part);
  return names;
}

function withoutRequests(body: Body): Body {
  return { ...body, paths: mapRequests(body.paths, () => ({})) };
}

/** The paths with the schema of every request's body changed. */
function mapRequests(paths: JsonObject, change: (schema: unknown) => unknown): JsonObject {
  const operation = (one: JsonObject): JsonObject => {
    const json = (one.requestBody as { content?: Components } | undefined)?.content?.["application/json"];
    if (!json) return one;
    const content = { "application/json": { ...json, schema: change(json.schema) } };
    return { ...one, requestBody: { ...(one.requestBody as JsonObject), content } };
  };
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item as Components).map(([method, one]) => [method, operation(one)])),
    ]),
  );
}
