import * as z from "zod";
import { LargeJson } from "./large-json.ts";

/** Deepest nesting of a customer's own JSON. */
export const MAX_JSON_DEPTH = 100;

/** How many arrays and objects stand in each other; 0 for a value that is neither. Counts without recursion. */
export function depthOf(json: unknown): number {
  let depth = 0;
  let level = [json].filter(isNested);
  while (level.length > 0) {
    depth++;
    level = level.flatMap((value) => Object.values(value)).filter(isNested);
  }
  return depth;
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

const isShallow = (json: unknown) => (json instanceof LargeJson ? json.depth : depthOf(json)) <= MAX_JSON_DEPTH;
const tooDeep = `must not nest deeper than ${MAX_JSON_DEPTH} levels.`;

/** Any JSON value of the customer's own, which is stored and given back as it is. */
export const FreeJson = z
  .unknown()
  .refine((json) => json !== undefined, "is required.")
  .refine(isShallow, tooDeep);

/** A JSON object of the customer's own. */
export const FreeObject = z.record(z.string(), z.unknown()).refine(isShallow, tooDeep);
export type FreeObject = z.infer<typeof FreeObject>;
