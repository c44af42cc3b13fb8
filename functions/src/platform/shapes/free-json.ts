import * as z from "zod";
import { LargeJson } from "#platform/text/large-json";
import { contractCheck } from "./contract-check.ts";

/** Maximum nesting of a customer's own JSON. */
const MAX_JSON_DEPTH = 100;

/** Nesting depth of arrays and objects; 0 for any other value. Counts without recursion. */
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

/** A customer's own JSON nests no deeper than `MAX_JSON_DEPTH`. */
export const shallow = contractCheck<unknown>(
  { "x-max-depth": MAX_JSON_DEPTH },
  (json) => (json instanceof LargeJson ? json.depth : depthOf(json)) <= MAX_JSON_DEPTH,
  `must not nest deeper than ${MAX_JSON_DEPTH} levels.`,
);

/** Any JSON value of the customer, stored and returned unchanged. */
export const FreeJson = z
  .unknown()
  .refine((json) => json !== undefined, "is required.")
  .check(shallow);

/** A JSON object of the customer, stored and returned unchanged. */
export const FreeObject = z.record(z.string(), z.unknown()).check(shallow);
export type FreeObject = z.infer<typeof FreeObject>;
