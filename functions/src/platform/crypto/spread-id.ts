import { hash } from "node:crypto";
import { toBase62 } from "./base62.ts";

/**
 * Number of ranges over which the ids of one tenant are spread. Firestore accepts 500 writes a second into a rising
 * range.
 */
const RANGES = 64;
/** First characters of ranges: capital letters, which never follow the prefix in an id that is not spread. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const RANGE = /^[a-z]+_([A-Z][0-9A-Za-z]{3})/;

/**
 * Spreads rising ids over ranges of their tenant, so that the writes of a busy tenant do not all go to one end of a
 * collection, nor those of several tenants to the same one. `evt_0…` becomes `evt_Kx3f0…`; ids in a range still sort by
 * time.
 * @param id a prefix, `_` and a rising part; a hash of the whole id chooses the range.
 */
export function spreadId(id: string, tenant: string): string {
  const start = id.indexOf("_") + 1;
  const number = (hash("sha256", id, "buffer")[0] ?? 0) % RANGES;
  return id.slice(0, start) + rangeAt(tenant, number) + id.slice(start);
}

/** The range of an id, which follows its prefix; empty for an id that is not spread. */
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
