import type * as z from "zod";

/** Fields that identify the caller or the target: a record holds them elsewhere, or not at all. */
const identifier = /^(apiKey|authToken)$|(^|\.)(id|\w+Ids?)$|\[\]\.type$/;

/**
 * The paths of the fields that an input sets, such as `permissions.resources[].accessRole`. They contain only names
 * that the schema declares, because keys of maps and of custom fields are a customer's own text.
 * @param value as it was sent, without what the schema adds. It must conform to the schema.
 */
export function fieldsSet(schema: z.ZodType, value: unknown): string[] {
  const fields = new Set<string>();
  visit(schema, value, "", fields);
  return [...fields].filter((path) => !identifier.test(path));
}

type Definition = z.core.$ZodTypes["_zod"]["def"];

function visit(schema: z.core.$ZodType, value: unknown, path: string, fields: Set<string>): void {
  const definition = schema._zod.def as Definition;
  const inner = innerOf(definition);
  if (inner) visit(inner, value, path, fields);
  else if (definition.type === "object" && typeof value === "object" && value !== null) {
    for (const [name, child] of Object.entries(definition.shape)) {
      const own = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
      if (own !== undefined) visit(child, own, path === "" ? name : `${path}.${name}`, fields);
    }
  } else if (definition.type === "array" && Array.isArray(value) && value.length > 0) {
    for (const element of value) visit(definition.element, element, `${path}[]`, fields);
  } else fields.add(path.replace(/\[\]$/, ""));
}

/** The schema that a wrapper such as `optional` contains; undefined for other schemas. */
function innerOf(definition: Definition): z.core.$ZodType | undefined {
  switch (definition.type) {
    case "optional":
    case "nullable":
    case "default":
    case "readonly":
      return definition.innerType;
    case "pipe":
      return definition.in;
    default:
      return undefined;
  }
}
