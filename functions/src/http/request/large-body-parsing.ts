import { depthOf } from "#platform/free-json";
import { kindOf, type LargeJson } from "#platform/large-json";
import { unwrap } from "./body.ts";

/** A body whose one large field was taken out. */
export interface ParsedLargeBody {
  data: unknown;
  large?: Pick<LargeJson, "text" | "kind" | "depth">;
}

/**
 * As `unwrap`, and gives one field of `data` as text: copying the text between threads is fast, copying the value is not.
 * @throws ApiError INVALID_ARGUMENT
 */
export function parseLargeBody({ body, field }: { body: Uint8Array; field: string }): ParsedLargeBody {
  const data = unwrap(body);
  if (kindOf(data) !== "object" || !Object.hasOwn(data as object, field)) return { data };
  const { [field]: value, ...rest } = data as Record<string, unknown>;
  return { data: rest, large: { text: JSON.stringify(value), kind: kindOf(value), depth: depthOf(value) } };
}
