import { variableIn } from "./variables.ts";

/** How a language writes object literals. */
export interface Notation {
  /** A key. */
  key(name: string): string;
  /** The expression for the value of an environment variable. */
  variable(name: string): string;
  /** Words for true, false and null. */
  words: Record<"true" | "false" | "null", string>;
  /** The padding inside the braces of an object on one line. */
  padding: string;
}

const jsonWords = { true: "true", false: "false", null: "null" };

/** JSON. */
export const json: Notation = {
  key: JSON.stringify,
  variable: (name) => `"$${name}"`,
  words: jsonWords,
  padding: " ",
};

/** JavaScript, with keys unquoted where possible. */
export const javascript: Notation = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  variable: (name) => `process.env.${name} ?? ""`,
  words: jsonWords,
  padding: " ",
};

/** Python, whose strings support all JSON escapes. */
export const python: Notation = {
  key: JSON.stringify,
  variable: (name) => `os.environ["${name}"]`,
  words: { true: "True", false: "False", null: "None" },
  padding: "",
};

/** Longest line that is not broken, in characters. */
const WIDTH = 56;

/**
 * Writes a JSON value as a literal, on one line if it fits.
 * @param indent number of spaces at the start of its line.
 */
export function literal(value: unknown, notation: Notation, indent = 0): string {
  const inline = onOneLine(value, notation);
  if (inline.length + indent <= WIDTH || typeof value !== "object" || value === null) return inline;
  const inner = " ".repeat(indent + 2);
  const lines = Array.isArray(value)
    ? value.map((one) => inner + literal(one, notation, indent + 2))
    : Object.entries(value).map(
        ([name, one]) => `${inner}${notation.key(name)}: ${literal(one, notation, indent + 2)}`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${" ".repeat(indent)}${close}`;
}

function onOneLine(value: unknown, notation: Notation): string {
  if (value === null || typeof value === "boolean") return notation.words[`${value}`];
  if (Array.isArray(value)) return `[${value.map((one) => onOneLine(one, notation)).join(", ")}]`;
  const variable = typeof value === "string" ? variableIn(value) : undefined;
  if (variable) return notation.variable(variable);
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, one]) => `${notation.key(name)}: ${onOneLine(one, notation)}`);
  return fields.length === 0 ? "{}" : `{${notation.padding}${fields.join(", ")}${notation.padding}}`;
}
