import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { filePath } from "@atrium/functions/http/aliases";
import type { Endpoint } from "@atrium/functions/http/endpoint-kinds";
import type { NamedSchema } from "@atrium/functions/http/openapi/schemas";
import * as z from "zod";
import { shapeFiles } from "../shape-files.ts";
import { docComments } from "./doc-comments.ts";
import { type InheritedComment, inheritedComments } from "./inherited-comments.ts";

const root = fileURLToPath(new URL("../../../functions/src/", import.meta.url));

/** Every shape that `platform/` and the topics export, and the item results, by name. */
export async function namedSchemas(): Promise<NamedSchema[]> {
  const fields = join(root, "platform/shapes/fields.ts");
  // Fields come first, so that a shape with several names keeps its name from there.
  const files = [...new Set([fields, ...shapeFiles(), join(root, "http/item-results.ts")])];
  const inherited = await inheritedComments();
  const schemas: NamedSchema[] = [];
  for (const file of files) {
    const comments = docComments(readFileSync(file, "utf8"));
    for (const [name, schema] of Object.entries(await import(pathToFileURL(file).href)))
      if (schema instanceof z.ZodType && !schemas.some((one) => one.schema === schema)) {
        const { description, fields } = comments.get(name) ?? {};
        schemas.push({ name, schema, description, fields: withInherited(schema, fields, inherited) });
      }
  }
  return schemas;
}

/** The comments of the endpoints' input fields, by path. A v1 endpoint with its own fields has its own comments. */
export async function inputFields(endpoints: readonly Endpoint[]): Promise<Map<string, ReadonlyMap<string, string>>> {
  const inherited = await inheritedComments();
  return new Map(
    endpoints.map((endpoint) => {
      const own = docComments(readFileSync(`${root}api${filePath(endpoint)}.ts`, "utf8")).get("default")?.fields;
      return [endpoint.path, "input" in endpoint ? withInherited(endpoint.input, own, inherited) : (own ?? new Map())];
    }),
  );
}

/** The comments of an object's fields: its own, and those inherited from the shapes that its fields come from. */
function withInherited(
  schema: z.core.$ZodType,
  own: ReadonlyMap<string, string> = new Map(),
  inherited: InheritedComment,
): ReadonlyMap<string, string> {
  const object = schema instanceof z.ZodPipe ? schema.in : schema;
  const fields = new Map(own);
  for (const [field, inner] of object instanceof z.ZodObject ? Object.entries(object.shape) : []) {
    const comment = inherited(field, inner);
    if (comment !== undefined && !fields.has(field)) fields.set(field, comment);
  }
  return fields;
}
