import type * as z from "zod";
import type { ShapeFacts } from "./shape-facts.ts";

/**
 * The TypeScript type of a shape's input, as text: that of `z.input`. Replies have the same form, because the service
 * does not transform what its handlers return. Fields carry their descriptions.
 * @throws Error for a kind of shape that this generator does not support yet.
 */
export function typeText(schema: z.core.$ZodType, facts: ShapeFacts): string {
  return facts.nameOf(schema) ?? bareTypeText(schema, facts);
}

/** As `typeText`, but always spelt out, even if the shape has a name. */
export function bareTypeText(schema: z.core.$ZodType, facts: ShapeFacts): string {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const text = (inner: z.core.$ZodType) => typeText(inner, facts);
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
    case "unknown":
    case "never":
    case "null":
    case "undefined":
      return def.type;
    case "literal":
      return def.values.map(literal).join(" | ");
    case "enum":
      return Object.values(def.entries).map(literal).join(" | ");
    case "object":
      return objectText(def, text, (name, field) => facts.fieldDescription(schema, name, field));
    case "array":
      return `${inBrackets(text(def.element))}[]`;
    case "record":
      return `Record<${text(def.keyType)}, ${text(def.valueType)}>`;
    case "union":
      return [...new Set(def.options.map(text))].join(" | ");
    case "nullable":
      return `${text(def.innerType)} | null`;
    case "optional":
    case "default":
      return `${text(def.innerType)} | undefined`;
    case "nonoptional":
      return text(def.innerType).replace(/ \| undefined$/, "");
    case "pipe":
      return text(def.in);
    default:
      throw new Error(`The generator of client types does not know the shape "${def.type}" yet: extend type-text.ts.`);
  }
}

/** A doc comment, ended by a line break; empty without a text. */
export function comment(text: string | undefined): string {
  return text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

function objectText(
  { shape, catchall }: z.core.$ZodObjectDef,
  text: (inner: z.core.$ZodType) => string,
  describe: (name: string, field: z.core.$ZodType) => string | undefined,
): string {
  const fields = Object.entries(shape).map(([name, field]) => {
    const mark = field._zod.optin === "optional" || field._zod.def.type === "default" ? "?" : "";
    return `${comment(describe(name, field))}${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}${mark}: ${text(field)}`;
  });
  // The compiler checks all fields against the index signature, so it is `unknown` where they differ.
  const others = new Set([...(catchall ? [catchall] : []), ...Object.values(shape)].map(text));
  const isOpen = catchall !== undefined && catchall._zod.def.type !== "never";
  const rest = isOpen ? [`[key: string]: ${others.size === 1 ? [...others].join("") : "unknown"}`] : [];
  return fields.length + rest.length === 0 ? "Record<string, never>" : `{\n${[...fields, ...rest].join(";\n")}\n}`;
}

function literal(value: unknown): string {
  return typeof value === "bigint" ? `${value}n` : JSON.stringify(value);
}

function inBrackets(type: string): string {
  return /[|&]/.test(type) && !/^\{[^{}]*\}$/.test(type) ? `(${type})` : type;
}
