import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import type { Endpoint } from "#http/endpoint";
import type { NamedSchema } from "#http/openapi/schemas";
import { docComments } from "./doc-comments.ts";

const root = fileURLToPath(new URL("../../src/", import.meta.url));

/** Every shape that `model/` and `domain/` export, and the item results, under the names that they have there. */
export async function namedSchemas(): Promise<NamedSchema[]> {
  const files = globSync(["{model,domain}/**/*.ts", "http/item-results.ts"], { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    // Fields first: what other files only give another name to is called as it is there.
    .sort((a, b) => Number(b === "model/fields.ts") - Number(a === "model/fields.ts") || (a < b ? -1 : 1));
  const named: NamedSchema[] = [];
  for (const file of files) {
    const comments = docComments(readFileSync(root + file, "utf8"));
    for (const [name, schema] of Object.entries(await import(root + file)))
      if (schema instanceof z.ZodType && !named.some((one) => one.schema === schema))
        named.push({ name, schema, fields: new Map(), ...comments.get(name) });
  }
  return named;
}

/** What the comments beside the fields of endpoints say, by path. A v1 endpoint with fields of its own comments on them. */
export function inputFields(endpoints: readonly Endpoint[]): Map<string, Map<string, string>> {
  return new Map(
    endpoints.map(({ path }) => [
      path,
      docComments(readFileSync(`${root}api${path}.ts`, "utf8")).get("default")?.fields ?? new Map(),
    ]),
  );
}
