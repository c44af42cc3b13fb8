import { expectWithContext } from "./context.ts";

/** Expects a value to match a pattern: objects are compared by the pattern's keys, lists by all items. */
export function expectPart(actual: unknown, pattern: unknown, message?: string): void {
  expectWithContext(partNamedBy(pattern, actual), message).toStrictEqual(pattern);
}

function partNamedBy(pattern: unknown, value: unknown): unknown {
  if (Array.isArray(pattern) && Array.isArray(value)) return value.map((item, i) => partNamedBy(pattern[i], item));
  if (!isObject(pattern) || !isObject(value)) return value;
  const keys = Object.keys(pattern).filter((key) => Object.hasOwn(value, key));
  return Object.fromEntries(keys.map((key) => [key, partNamedBy(pattern[key], value[key])]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
