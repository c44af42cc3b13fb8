/** Type of a JSON value at its top level. */
export type JsonKind = "string" | "array" | "object" | "other";

/**
 * Large JSON that stays text on the event loop, with its type and depth: a worker thread parses and serializes it. In a
 * request it replaces the value of a field, in a reply an item of a list.
 */
export class LargeJson {
  readonly text: string;
  readonly kind: JsonKind;
  /** Nesting depth of arrays and objects. */
  readonly depth: number;

  constructor({ text, kind, depth }: Pick<LargeJson, "text" | "kind" | "depth">) {
    this.text = text;
    this.kind = kind;
    this.depth = depth;
  }
}

/** The JSON type of a value of a request. */
export function kindOf(value: unknown): JsonKind {
  if (value instanceof LargeJson) return value.kind;
  if (typeof value === "string") return "string";
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "object" : "other";
}
