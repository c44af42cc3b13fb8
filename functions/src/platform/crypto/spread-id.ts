import { hash } from "node:crypto";
import { toBase62 } from "./base62.ts";

/** Ranges that the ids of one tenant are spread over. Firestore takes 500 writes a second into each that rises. */
const RANGES = 64;
/** First character of a range: capital letters, which no id that is not spread has behind its prefix. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const RANGE = /^[a-z]+_([A-Z][0-9A-Za-z]{3})/;

/**
 * Spreads ids that rise with time over ranges of their tenant, so that the writes of a busy tenant do not all go to one end of
 * a collection, nor those of several tenants to the same one. `evt_0…` becomes `evt_Kx3f0…`: within a range ids still sort by time.
 * @param id a prefix, `_` and what rises; its last characters choose the range.
 */
export function spreadId(id: string, tenant: string): string {
  const start = id.indexOf("_") + 1;
  const number = (hash("sha256", id, "buffer")[0] ?? 0) % RANGES;
  return id.slice(0, start) + rangeAt(tenant, number) + id.slice(start);
}

/** The range of an id, which stands behind its prefix; empty for an id that is not spread. */
export function rangeOf(id: string): string {
  return RANGE.exec(id)?.[1] ?? "";
}

/** All ranges of a tenant's ids; the empty one holds those that are not spread. */
export function rangesOf(tenant: string): string[] {
  return ["", ...new Set(Array.from({ length: RANGES }, (_, number) => rangeAt(tenant, number)))];
}

function rangeAt(tenant: string, number: number): string {
  const digest = hash("sha256", `${tenant} ${number}`, "buffer");
  return `${LETTERS[(digest[0] ?? 0) % LETTERS.length]}${toBase62(digest.subarray(1, 7), 3)}`;
}
