/** Type of a JSON value at its top level. */
export type JsonKind = "string" | "array" | "object" | "other";

/**
 * A large value of a request that stays JSON text on the event loop, with its type and depth: a worker thread parses and
 * serializes it.
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

/** A large value of a reply that is JSON text already, in parts. */
export class JsonTexts {
  readonly texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.texts = texts;
  }
}

/** The JSON type of a value of a request. */
export function kindOf(value: unknown): JsonKind {
  if (value instanceof LargeJson) return value.kind;
  if (typeof value === "string") return "string";
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "object" : "other";
}
