import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filePath } from "@atrium/functions/http/aliases";
import type { Endpoint } from "@atrium/functions/http/endpoint-kinds";
import type { NamedSchema } from "@atrium/functions/http/openapi/schemas";
import * as z from "zod";
import { shapeFiles } from "../shape-files.ts";
import { docComments } from "./doc-comments.ts";

const root = fileURLToPath(new URL("../../../functions/src/", import.meta.url));

/** Every shape that `platform/` and the topics export, and the item results, by name. */
export async function namedSchemas(): Promise<NamedSchema[]> {
  const fields = join(root, "platform/shapes/fields.ts");
  // Fields first, so that a shape with several names keeps the one of its field.
  const files = [...new Set([fields, ...shapeFiles(), join(root, "http/item-results.ts")])];
  const named: NamedSchema[] = [];
  for (const file of files) {
    const comments = docComments(readFileSync(file, "utf8"));
    for (const [name, schema] of Object.entries(await import(file)))
      if (schema instanceof z.ZodType && !named.some((one) => one.schema === schema))
        named.push({ name, schema, fields: new Map(), ...comments.get(name) });
  }
  return named;
}

/** The comments of endpoints' fields, by path. A v1 endpoint with its own fields comments on them. */
export function inputFields(endpoints: readonly Endpoint[]): Map<string, Map<string, string>> {
  return new Map(
    endpoints.map((endpoint) => [
      endpoint.path,
      docComments(readFileSync(`${root}api${filePath(endpoint)}.ts`, "utf8")).get("default")?.fields ?? new Map(),
    ]),
  );
}
