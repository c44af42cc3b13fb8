import { isDeepStrictEqual } from "node:util";
import { type DocData, type Patch, REMOVE, type Write } from "#store/port";
import { withoutUndefined } from "./convert.ts";
import type { FirestoreTransaction } from "./transaction.ts";

/** Documents that a transaction has read and would have changed, with the versions that it read. */
export type ReadVersions = ReadonlyMap<string, string | undefined>;

/**
 * What shows whether a transaction was applied whose answer was lost. Running its body again could count an increment
 * twice; not doing so would make every broken connection the caller's trouble. Each witness changes with the commit, all
 * at once, so one that still has the version it had shows that the commit was not applied.
 */
export function readVersionsOf({ seen, writes }: FirestoreTransaction): ReadVersions {
  const found = new Map<string, string | undefined>();
  for (const write of writes) {
    if (!seen.has(write.path)) continue;
    const doc = seen.get(write.path);
    // Firestore keeps the version of a document that a write leaves as it is.
    if (changes(write, doc?.data)) found.set(write.path, doc?.version);
  }
  return found;
}

/**
 * Whether the commit that read these versions was not applied, and cannot be any more once `tx` is: it may still be under
 * way, but where both change a document from the same version, Firestore applies one of them at most.
 */
export function excludes(tx: FirestoreTransaction, earlier: ReadVersions): boolean {
  const own = readVersionsOf(tx);
  return [...earlier].some(([path, version]) => own.has(path) && own.get(path) === version);
}

/** Whether the write leaves the document other than it was. */
function changes(write: Write, data: DocData | undefined): boolean {
  if (write.op === "delete") return data !== undefined;
  if (!data || write.op === "create") return true;
  if (write.op === "set") return !isDeepStrictEqual(withoutUndefined(write.data), data);
  return Object.entries(write.data as Patch).some(([field, value]) => {
    if (value === undefined) return false;
    if (value === REMOVE) return field in data;
    return !isDeepStrictEqual(withoutUndefined(value), data[field]);
  });
}
