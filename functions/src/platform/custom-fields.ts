import * as z from "zod";
import { ApiError } from "./error.ts";

/** Most further fields of an open resource, and their size together in bytes of JSON. */
const MAX_CUSTOM_FIELDS = 50;
const MAX_CUSTOM_FIELDS_BYTES = 16 * 1024;

/** Shape of an open resource: users, organizations and documents carry a customer's own fields beside ours. */
export function resourceWithCustomFields<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape);
}

/**
 * A customer's own fields as JSON text, which the store keeps as it is; undefined when there are none.
 * @param own names of the fields that are ours.
 * @throws ApiError INVALID_ARGUMENT above 50 fields or 16 KiB.
 */
export function packCustomFields(resource: Record<string, unknown>, own: readonly string[]): string | undefined {
  const names = Object.keys(resource).filter((name) => !own.includes(name) && resource[name] !== undefined);
  if (names.length === 0) return undefined;
  if (names.length > MAX_CUSTOM_FIELDS)
    throw new ApiError("INVALID_ARGUMENT", `A resource must not have more than ${MAX_CUSTOM_FIELDS} further fields.`);
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, resource[name]])));
  if (Buffer.byteLength(text) > MAX_CUSTOM_FIELDS_BYTES)
    throw new ApiError(
      "INVALID_ARGUMENT",
      `The further fields of a resource must not be larger than ${MAX_CUSTOM_FIELDS_BYTES} bytes.`,
    );
  return text;
}

/** The fields behind the text. */
export function unpackCustomFields(text: string | undefined): Record<string, unknown> {
  return text === undefined ? {} : JSON.parse(text);
}

/** Lays new fields over those that are stored; a `null` takes a field away. */
export function mergeCustomFields(stored: string | undefined, given: string | undefined): string | undefined {
  if (given === undefined) return stored;
  const merged = Object.entries({ ...unpackCustomFields(stored), ...unpackCustomFields(given) });
  return packCustomFields(Object.fromEntries(merged.filter(([, value]) => value !== null)), []);
}
