import { ApiError } from "./error.ts";

/** Largest JSON of one record in bytes: it stands as text in one document of the store, beside a few short fields. */
const MAX_JSON_BYTES = 1_000_000;

/**
 * A record as the text that is stored.
 * @param what names it at the beginning of the refusal, such as `data.activities[0]`.
 * @throws ApiError INVALID_ARGUMENT above 1,000,000 bytes.
 */
export function toJsonText(record: object, what: string): string {
  const text = JSON.stringify(record);
  if (Buffer.byteLength(text) > MAX_JSON_BYTES)
    throw new ApiError("INVALID_ARGUMENT", `${what} must not be larger than ${MAX_JSON_BYTES} bytes of JSON.`);
  return text;
}
