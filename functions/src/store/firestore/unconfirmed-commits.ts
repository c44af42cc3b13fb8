import { isDeepStrictEqual } from "node:util";
import { type DocData, type Patch, REMOVE, type Write } from "#store/port";
import { withoutUndefined } from "./convert.ts";
import type { FirestoreTransaction } from "./transaction.ts";

/** Versions, as read, of the documents that a transaction has read and changes; by path. */
export type ReadVersions = ReadonlyMap<string, string | undefined>;

/**
 * The versions that show whether a commit without an answer was applied. All these documents change with the commit, so one
 * that still has the version as read proves that it was not applied, and that the body may run again.
 */
export function readVersionsOf({ firstReads, writes }: FirestoreTransaction): ReadVersions {
  const versions = new Map<string, string | undefined>();
  for (const write of writes) {
    if (!firstReads.has(write.path)) continue;
    const doc = firstReads.get(write.path);
    // Firestore keeps the version of a document that a write does not change.
    if (changes(write, doc?.data)) versions.set(write.path, doc?.version);
  }
  return versions;
}

/**
 * Whether the earlier commit that read these versions was not applied, and can't be applied once `tx` is. It may still be
 * on its way, but where both change a document from the same version, Firestore applies at most one of them.
 */
export function excludes(tx: FirestoreTransaction, earlier: ReadVersions): boolean {
  const own = readVersionsOf(tx);
  return [...earlier].some(([path, version]) => own.has(path) && own.get(path) === version);
}

/** Whether the write changes the document. */
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
