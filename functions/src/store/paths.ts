import { ApiError } from "#platform/error";
import { MAX_ID_BYTES } from "#platform/shapes/limits";

const encoder = new TextEncoder();

/**
 * Maps a client id to a valid Firestore document id, one to one: `%` and `/` are percent-encoded, and so is the
 * first character of `.`, `..` and of ids that begin with two underscores.
 * @throws ApiError INVALID_ARGUMENT for an empty id, one above 500 UTF-8 bytes or one that is not valid Unicode.
 */
export function encodeId(id: string): string {
  if (id.length === 0) throw new ApiError("INVALID_ARGUMENT", "An id must not be empty.");
  // A UTF-16 unit takes at most three bytes, so short ids need not be measured.
  if (id.length * 3 > MAX_ID_BYTES && encoder.encode(id).length > MAX_ID_BYTES)
    throw new ApiError("INVALID_ARGUMENT", `An id must not be longer than ${MAX_ID_BYTES} bytes.`);
  if (!id.isWellFormed()) throw new ApiError("INVALID_ARGUMENT", "An id must be valid Unicode text.");
  const escaped = /[%/]/.test(id) ? id.replaceAll("%", "%25").replaceAll("/", "%2F") : id;
  if (escaped === "." || escaped === "..") return `%2E${escaped.slice(1)}`;
  return escaped.startsWith("__") ? `%5F${escaped.slice(1)}` : escaped;
}

/** The client id behind an encoded document id. */
export function decodeId(encoded: string): string {
  return encoded.includes("%")
    ? encoded.replaceAll("%5F", "_").replaceAll("%2E", ".").replaceAll("%2F", "/").replaceAll("%25", "%")
    : encoded;
}

/** Joins collection names and client ids: `toPath("apiKeys", k, "organizations", o)`. An odd count names a collection. */
export function toPath(...segments: string[]): string {
  let path = segments[0] ?? "";
  for (let i = 1; i < segments.length; i++) {
    const segment = segments[i] ?? "";
    path += `/${i % 2 ? encodeId(segment) : segment}`;
  }
  return path;
}

/** Splits a document path into its collection's path and its encoded id. */
export function splitPath(path: string): { collection: string; id: string } {
  const at = path.lastIndexOf("/");
  return { collection: path.slice(0, at), id: path.slice(at + 1) };
}

/** The name of a document's collection: that of `…/documents/d/users/u` is `users`. */
export function collectionNameOf(path: string): string {
  return collectionName(splitPath(path).collection);
}

/** The last name of a collection path: `…/documents/d/users` is `users`. */
export function collectionName(collection: string): string {
  return collection.slice(collection.lastIndexOf("/") + 1);
}
