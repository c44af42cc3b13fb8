import { ApiError } from "./error.ts";

/** @throws ApiError INVALID_ARGUMENT when an id is named twice: one call, one outcome per item. */
export function refuseDuplicates(ids: readonly string[], field: string): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id))
      throw new ApiError("INVALID_ARGUMENT", `data.${field} names ${JSON.stringify(id)} more than once.`);
    seen.add(id);
  }
}
