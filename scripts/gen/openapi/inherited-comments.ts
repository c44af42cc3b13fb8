import { readFileSync } from "node:fs";
import * as z from "zod";
import { shapeFiles } from "../shape-files.ts";
import { docComments } from "./doc-comments.ts";

/** Finds the comment of a field that a shape has from another one, or from a constant of fields that several shapes spread. */
export type InheritedComment = (field: string, schema: z.core.$ZodType) => string | undefined;

/** Reads the comments of all fields in `platform/` and the topics. A shape that is extended or spread keeps the schemas of its fields. */
export async function inheritedComments(): Promise<InheritedComment> {
  const comments = new Map<z.core.$ZodType, { field: string; comment: string }>();
  const shapes = new Set<unknown>();
  for (const file of shapeFiles()) {
    const constants = docComments(readFileSync(file, "utf8"));
    for (const [name, value] of Object.entries(await import(file))) {
      shapes.add(value);
      for (const [field, schema] of Object.entries(fieldsOf(value))) {
        const comment = constants.get(name)?.fields.get(field);
        if (comment !== undefined && schema instanceof z.ZodType) comments.set(schema, { field, comment });
      }
    }
  }
  // A shape of its own, such as an id, stands in many fields that have nothing else in common.
  return (field, schema) => {
    const known = shapes.has(schema) ? undefined : comments.get(schema);
    return known?.field === field ? known.comment : undefined;
  };
}

function fieldsOf(value: unknown): object {
  if (value instanceof z.ZodObject) return value.shape;
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? value : {};
}
