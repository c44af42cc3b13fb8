import type { JsonObject } from "./json.ts";

const pointer = /"#\/components\/schemas\/([^"]+)"/g;

/** The schemas that the body refers to, directly or indirectly, sorted by name. */
export function usedSchemas(body: JsonObject, schemas: { [name: string]: JsonObject }): { [name: string]: JsonObject } {
  const used = new Set(["Error"]);
  const follow = (json: unknown) => {
    for (const [, name = ""] of JSON.stringify(json).matchAll(pointer))
      if (!used.has(name)) {
        used.add(name);
        follow(schemas[name]);
      }
  };
  follow([body, schemas.Error]);
  return Object.fromEntries([...used].sort().map((name) => [name, schemas[name] ?? failAsMissing(name)]));
}

function failAsMissing(name: string): never {
  throw new Error(`The document points to ${name}, which is no schema.`);
}
