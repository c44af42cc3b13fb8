import { ApiError, invalidField } from "#platform/error";

/** Maximum size of a record's JSON in bytes: one document of the store holds it as text, beside a few short fields. */
const MAX_JSON_BYTES = 1_000_000;

/**
 * Serializes a record for storage.
 * @param what path of the record in the request, such as `data.activities[0]`, or its name: the error message begins with it.
 * @throws ApiError INVALID_ARGUMENT above 1,000,000 bytes.
 */
export function toJsonText(record: object, what: string): string {
  const text = JSON.stringify(record);
  if (Buffer.byteLength(text) <= MAX_JSON_BYTES) return text;
  const rule = `must not be larger than ${MAX_JSON_BYTES} bytes of JSON.`;
  throw what.startsWith("data.") ? invalidField(what, rule) : new ApiError("INVALID_ARGUMENT", `${what} ${rule}`);
}
