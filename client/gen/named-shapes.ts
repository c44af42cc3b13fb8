import { pathToFileURL } from "node:url";
import { ItemResults } from "@atrium/functions/http/item-results";
import * as z from "zod";
import { shapeFiles } from "../../scripts/gen/shape-files.ts";

/** The shapes that the topics export by name: each becomes a named type. */
export async function namedShapes(): Promise<ReadonlyMap<z.core.$ZodType, string>> {
  const names = new Map<z.core.$ZodType, string>([[ItemResults, "ItemResults"]]);
  const takenNames = new Set(names.values());
  for (const file of shapeFiles()) {
    const shapes: Record<string, unknown> = await import(pathToFileURL(file).href);
    for (const [name, schema] of Object.entries(shapes).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!isWorthAName(schema) || names.has(schema)) continue;
      if (takenNames.has(name)) throw new Error(`Two shapes have the name ${name}.`);
      takenNames.add(name);
      names.set(schema, name);
    }
  }
  return names;
}

/** For strings and numbers, plain `string` and `number` are clearer than a type name. */
function isWorthAName(schema: unknown): schema is z.core.$ZodType {
  return schema instanceof z.ZodObject || schema instanceof z.ZodEnum || schema instanceof z.ZodUnion;
}
