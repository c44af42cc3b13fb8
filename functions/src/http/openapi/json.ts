/** A JSON object, as the document is made of. */
export interface JsonObject {
  [key: string]: unknown;
}

/** A pointer to a component of the document. */
export function refTo(kind: "schemas" | "responses" | "headers" | "parameters", name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Without the fields that are undefined, which JSON would drop anyway but comparisons would not. */
export function defined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
