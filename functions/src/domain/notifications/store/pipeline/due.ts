import type { KeyCall } from "#src/call";
import type { Doc, StoreReader } from "#store/port";
import { noticesOf, type StoredNotice } from "../notices.ts";
import { noticeBatchesOf, type StoredBatch } from "./batches.ts";

/** The next notices whose time has come, the earliest first. @param organization path in the store. */
export async function readHeld(
  { store, now }: KeyCall,
  organization: string,
  limit: number,
): Promise<Doc<StoredNotice>[]> {
  return (await store.query<StoredNotice>({ ...dueIn(noticesOf(organization), "heldUntil", now()), limit })).docs;
}

/** The next batches that have closed, the earliest first. @param organization path in the store. */
export async function readClosed(
  { store, now }: KeyCall,
  organization: string,
  limit: number,
): Promise<Doc<StoredBatch>[]> {
  return (await store.query<StoredBatch>({ ...dueIn(noticeBatchesOf(organization), "closesAt", now()), limit })).docs;
}

/** When the next notice or batch of an organization is due, in ms since 1970; undefined: there is none. */
export async function nextRelease(reader: StoreReader, organization: string): Promise<number | undefined> {
  const [held, batches] = await Promise.all([
    reader.query<StoredNotice>({ ...dueIn(noticesOf(organization), "heldUntil"), limit: 1 }),
    reader.query<StoredBatch>({ ...dueIn(noticeBatchesOf(organization), "closesAt"), limit: 1 }),
  ]);
  const times = [held.docs[0]?.data.heldUntil, batches.docs[0]?.data.closesAt].filter((at) => at !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

function dueIn(collection: string, field: string, until?: number) {
  const where = until === undefined ? [] : [{ field, op: "<=" as const, value: until }];
  return { collection, where, orderBy: [{ field, direction: "asc" as const }] };
}
