/** What JSON holds at its top. */
export type JsonKind = "string" | "array" | "object" | "other";

/**
 * Large JSON as its text, with what is known of it: it is parsed and made in a worker, so that nobody waits for it. In a
 * request it stands for the value of a field, in a reply for an item of a list.
 */
export class LargeJson {
  readonly text: string;
  readonly kind: JsonKind;
  /** How many arrays and objects stand in each other. */
  readonly depth: number;

  constructor({ text, kind, depth }: Pick<LargeJson, "text" | "kind" | "depth">) {
    this.text = text;
    this.kind = kind;
    this.depth = depth;
  }
}

/** What a value of a request is. */
export function kindOf(value: unknown): JsonKind {
  if (value instanceof LargeJson) return value.kind;
  if (typeof value === "string") return "string";
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "object" : "other";
}
