import { sum, type Usage, zeroUsage } from "#domain/quotas/usage";
import { batchesOf } from "#platform/async/parallel";
import { applyMerge, applyUpdate } from "#store/patches";
import type { Doc, DocData, Transaction, Write } from "#store/port";

/** Number of documents that are read at a time to measure their size: each may be 1 MiB. */
const READ_AT_ONCE = 20;

/** The field with the user who added a record. Erasure of a user recognizes it by the end of its name. */
const ADDED_BY = "addedByUserId";

/** How much the writes of a transaction change the usage. */
export interface Growth {
  all: Usage;
  /** By user. */
  users: Map<string, Usage>;
}

/** Determines whose usage the added records count towards. */
export interface GrowthOptions {
  day: string;
  /** The calling user. */
  userId?: string | undefined;
  /** Whether records store the user who added them. */
  marksOwner: boolean;
  /** Whether the writes count towards the daily writes; those that the service makes by itself do not. */
  countsWrites: boolean;
}

/** The size of a document; undefined if it does not exist. */
interface Size {
  bytes: number;
  owner: string | undefined;
}

/**
 * Measures how much writes change the usage, reading the replaced documents that the transaction has not read yet. Modifies
 * `writes` to mark the records that a user adds with their owner.
 */
export async function measureGrowth(
  tx: Transaction,
  writes: Write[],
  knownDocs: ReadonlyMap<string, Doc | undefined>,
  { day, userId, marksOwner, countsWrites }: GrowthOptions,
): Promise<Growth> {
  const growth: Growth = { all: zeroUsage(day), users: new Map() };
  const count = (size: Size | undefined, sign: 1 | -1) => {
    if (!size) return;
    const change = { ...zeroUsage(day), documents: sign, bytes: sign * size.bytes };
    growth.all = sum(growth.all, change);
    if (size.owner !== undefined) countOfUser(growth, size.owner, change);
  };
  for (const batch of batchesOf(writes, READ_AT_ONCE)) {
    const unknown = batch.filter((write) => write.op !== "create" && !knownDocs.has(write.path));
    const read = unknown.length === 0 ? [] : await tx.getMany(unknown.map(({ path }) => path));
    const freshDocs = new Map(unknown.map(({ path }, i) => [path, read[i]]));
    for (const write of batch) {
      const before = write.op === "create" ? undefined : (knownDocs.get(write.path) ?? freshDocs.get(write.path));
      if (marksOwner) markOwner(write, before?.data, userId);
      count(before && sizeOf(write.path, before.data), -1);
      const after = dataAfter(write, before?.data);
      count(after && sizeOf(write.path, after), 1);
    }
  }
  const writeCount = countsWrites ? writes.filter(({ op }) => op !== "delete").length : 0;
  growth.all.writes += writeCount;
  if (userId !== undefined && writeCount > 0) countOfUser(growth, userId, { ...zeroUsage(day), writes: writeCount });
  return growth;
}

function countOfUser({ users }: Growth, userId: string, change: Usage): void {
  users.set(userId, sum(users.get(userId) ?? zeroUsage(change.day), change));
}

/** A new record belongs to the caller; a replaced one keeps its owner. */
function markOwner(write: Write, before: DocData | undefined, userId: string | undefined): void {
  if (write.op === "delete" || write.op === "update") return;
  const owner = before ? before[ADDED_BY] : userId;
  if (owner !== undefined && write.data[ADDED_BY] === undefined) write.data = { ...write.data, [ADDED_BY]: owner };
}

function dataAfter(write: Write, before: DocData | undefined): DocData | undefined {
  if (write.op === "create" || write.op === "set") return write.data;
  if (write.op === "merge") return applyMerge(before ?? {}, write.data);
  // An update of a missing document fails.
  return write.op === "update" && before ? applyUpdate(before, write.data) : undefined;
}

/** The size of a document: its path and its fields as JSON, in bytes. */
export function sizeOf(path: string, data: DocData): Size {
  const owner = data[ADDED_BY];
  return {
    bytes: Buffer.byteLength(path) + Buffer.byteLength(JSON.stringify(data)),
    owner: typeof owner === "string" ? owner : undefined,
  };
}
