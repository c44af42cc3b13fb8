import { depthOf } from "#platform/shapes/free-json";
import { kindOf, type LargeJson } from "#platform/text/large-json";
import { unwrap } from "./body.ts";

/** A parsed body whose large field is kept as text. */
export interface ParsedLargeBody {
  data: unknown;
  large?: Pick<LargeJson, "text" | "kind" | "depth">;
}

/**
 * Unwraps a body and returns one field of `data` as text, because copying text between threads is faster than a value.
 * @throws ApiError INVALID_ARGUMENT
 */
export function parseLargeBody({ body, field }: { body: Uint8Array; field: string }): ParsedLargeBody {
  const data = unwrap(body);
  if (kindOf(data) !== "object" || !Object.hasOwn(data as object, field)) return { data };
  const { [field]: value, ...rest } = data as Record<string, unknown>;
  return { data: rest, large: { text: JSON.stringify(value), kind: kindOf(value), depth: depthOf(value) } };
}
