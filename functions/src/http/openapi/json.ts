/** A JSON object of the OpenAPI document. */
export interface JsonObject {
  [key: string]: unknown;
}

/** A pointer to a component of the document. */
export function refTo(kind: "schemas" | "responses" | "headers" | "parameters", name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Removes undefined fields, which JSON ignores but comparisons do not. */
export function defined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
