import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { shapeFiles } from "../shape-files.ts";
import { docComments } from "./doc-comments.ts";

/** Finds the comment of a field that a shape inherits from another shape, or from spread constants of fields. */
export type InheritedComment = (field: string, schema: z.core.$ZodType) => string | undefined;

/** Reads all field comments in `platform/` and the topics. Extended or spread shapes share their field schemas. */
export async function inheritedComments(): Promise<InheritedComment> {
  const comments = new Map<z.core.$ZodType, { field: string; comment: string }>();
  const shapes = new Set<unknown>();
  for (const file of shapeFiles()) {
    const constants = docComments(readFileSync(file, "utf8"));
    for (const [name, value] of Object.entries(await import(pathToFileURL(file).href))) {
      shapes.add(value);
      for (const [field, schema] of Object.entries(fieldsOf(value))) {
        const comment = constants.get(name)?.fields.get(field);
        if (comment !== undefined && schema instanceof z.ZodType) comments.set(schema, { field, comment });
      }
    }
  }
  // An exported shape, such as an id, is used by many unrelated fields, so its comment is not inherited.
  return (field, schema) => {
    const fieldComment = shapes.has(schema) ? undefined : comments.get(schema);
    return fieldComment?.field === field ? fieldComment.comment : undefined;
  };
}

function fieldsOf(value: unknown): object {
  if (value instanceof z.ZodObject) return value.shape;
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? value : {};
}
