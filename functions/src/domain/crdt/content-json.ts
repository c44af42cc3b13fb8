import * as Y from "yjs";
import { isTypeDeeper, type Shared, TOO_DEEP } from "./nesting.ts";

/**
 * A shared type as JSON.
 * @param levels maximum depth of arrays and objects: anything below is cut off.
 */
export function sharedJson(type: Shared, levels: number): unknown {
  if (type instanceof Y.Map || type instanceof Y.Array) {
    if (levels <= 0) return TOO_DEEP;
    return type instanceof Y.Map ? objectOf(type.entries(), levels) : listOf(type.toArray(), levels);
  }
  // XML in the deepest object may add two levels: an element and its text.
  return isTypeDeeper(type, levels + 2) ? TOO_DEEP : type.toJSON();
}

/** A value of a map or an array as JSON, including values that JSON lacks: clients may store them. */
export function valueJson(value: unknown, levels: number): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof Y.AbstractType) return sharedJson(value, levels);
  // Yjs keeps the content of a nested document elsewhere.
  if (value instanceof Y.Doc) return {};
  if (levels <= 0) return TOO_DEEP;
  return Array.isArray(value) ? listOf(value, levels) : objectOf(Object.entries(value), levels);
}

function listOf(values: readonly unknown[], levels: number): unknown[] {
  return values.map((value) => valueJson(value, levels - 1));
}

function objectOf(entries: Iterable<[string, unknown]>, levels: number): object {
  const json: Record<string, unknown> = {};
  // Assigning this key would change the prototype, and callers may not send it.
  for (const [key, value] of entries) if (key !== "__proto__") json[key] = valueJson(value, levels - 1);
  return json;
}
