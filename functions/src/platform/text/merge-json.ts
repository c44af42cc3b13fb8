import type { FreeObject } from "#platform/shapes/free-json";

/**
 * Applies a JSON merge patch (RFC 7396): objects merge at any depth, `null` removes a key, and any other value replaces the
 * old one. Keys keep their order, new ones come last.
 */
export function mergeJson(before: FreeObject, patch: FreeObject): FreeObject {
  const merged = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(patch)) {
    const old = merged.get(key);
    if (value === null) merged.delete(key);
    else merged.set(key, isObject(value) ? mergeJson(isObject(old) ? old : {}, value) : value);
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is FreeObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
