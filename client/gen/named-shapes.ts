import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ItemResults } from "@atrium/functions/http/item-results";
import * as z from "zod";

const models = join(import.meta.dirname, "../../functions/src/model");

/** The shapes that `functions/src/model` exports under a name: they become named types. */
export async function namedShapes(): Promise<ReadonlyMap<z.core.$ZodType, string>> {
  const names = new Map<z.core.$ZodType, string>([[ItemResults, "ItemResults"]]);
  const taken = new Set(names.values());
  const files = readdirSync(models).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  for (const file of files.sort()) {
    const shapes: Record<string, unknown> = await import(join(models, file));
    for (const [name, schema] of Object.entries(shapes).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!isWorthAName(schema) || names.has(schema)) continue;
      if (taken.has(name)) throw new Error(`Two shapes of the model are called ${name}.`);
      taken.add(name);
      names.set(schema, name);
    }
  }
  return names;
}

/** A text or a number says more as what it is. */
function isWorthAName(schema: unknown): schema is z.core.$ZodType {
  return schema instanceof z.ZodObject || schema instanceof z.ZodEnum || schema instanceof z.ZodUnion;
}
