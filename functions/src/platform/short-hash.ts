import { hash } from "node:crypto";
import { toBase62 } from "./base62.ts";

/** A name of 22 characters for an id of any length. Nothing secret: it only has to be another one for each id. */
export function shortHash(id: string): string {
  return toBase62(hash("sha256", id, "buffer").subarray(0, 16), 22);
}
