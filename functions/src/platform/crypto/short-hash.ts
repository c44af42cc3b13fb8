import { hash } from "node:crypto";
import { toBase62 } from "./base62.ts";

/** A hash of 22 base62 characters for an id of any length. It identifies the id and protects nothing. */
export function shortHash(id: string): string {
  return toBase62(hash("sha256", id, "buffer").subarray(0, 16), 22);
}
