import * as z from "zod";
import { ApiError } from "#platform/error";

/** Limits on the custom fields of one resource: their number, and their total size in bytes of JSON. */
const MAX_CUSTOM_FIELDS = 50;
const MAX_CUSTOM_FIELDS_BYTES = 16 * 1024;

/** Shape of a resource that carries a customer's own fields beside ours: users, organizations and documents. */
export function resourceWithCustomFields<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape);
}

/**
 * Serializes a customer's own fields to JSON text, which the store keeps unchanged; undefined when there are none.
 * @param own names of the service's own fields.
 * @throws ApiError INVALID_ARGUMENT above 50 fields or 16 KiB.
 */
export function packCustomFields(resource: Record<string, unknown>, own: readonly string[]): string | undefined {
  const names = Object.keys(resource).filter((name) => !own.includes(name) && resource[name] !== undefined);
  if (names.length === 0) return undefined;
  if (names.length > MAX_CUSTOM_FIELDS)
    throw new ApiError("INVALID_ARGUMENT", `A resource must not have more than ${MAX_CUSTOM_FIELDS} custom fields.`);
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, resource[name]])));
  if (Buffer.byteLength(text) > MAX_CUSTOM_FIELDS_BYTES)
    throw new ApiError(
      "INVALID_ARGUMENT",
      `The custom fields of a resource must not be larger than ${MAX_CUSTOM_FIELDS_BYTES} bytes.`,
    );
  return text;
}

/** Parses the text of `packCustomFields`. */
export function unpackCustomFields(text: string | undefined): Record<string, unknown> {
  return text === undefined ? {} : JSON.parse(text);
}

/** Merges a patch into stored custom fields; `null` removes a field. @throws ApiError INVALID_ARGUMENT as `packCustomFields`. */
export function mergeCustomFields(storedFields: string | undefined, patch: string | undefined): string | undefined {
  if (patch === undefined) return storedFields;
  const merged = Object.entries({ ...unpackCustomFields(storedFields), ...unpackCustomFields(patch) });
  return packCustomFields(Object.fromEntries(merged.filter(([, value]) => value !== null)), []);
}
