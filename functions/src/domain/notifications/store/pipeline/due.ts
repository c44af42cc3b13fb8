import type { BackgroundSteps } from "#platform/async/background-steps";
import type { KeyCall } from "#src/call";
import type { Cursor, Doc, StoreReader } from "#store/port";
import { noticesOf, type StoredNotice } from "../notices.ts";
import { noticeBatchesOf, type StoredBatch } from "./batches.ts";

/** Number of notices that can be read in the time that it takes to decide one. */
const READ_FASTER = 8;

/**
 * Reads the next due notices, the earliest first.
 * @param organization path in the store.
 * @param steps lets others work in between.
 */
export async function readHeld(
  { store, now }: KeyCall,
  organization: string,
  limit: number,
  steps: BackgroundSteps,
): Promise<Doc<StoredNotice>[]> {
  const query = dueIn(noticesOf(organization), "heldUntil", now());
  const notices: Doc<StoredNotice>[] = [];
  for (let after: Cursor | undefined; ; ) {
    const most = Math.min(limit - notices.length, READ_FASTER * steps.size);
    const page = await store.query<StoredNotice>({ ...query, limit: most, ...(after && { after }) });
    notices.push(...page.docs);
    after = page.cursor;
    if (!after || notices.length >= limit) return notices;
    await steps.pause();
  }
}

/** Reads the next batches that have closed, the earliest first. @param organization path in the store. */
export async function readClosed(
  { store, now }: KeyCall,
  organization: string,
  limit: number,
): Promise<Doc<StoredBatch>[]> {
  return (await store.query<StoredBatch>({ ...dueIn(noticeBatchesOf(organization), "closesAt", now()), limit })).docs;
}

/** When the next notice or batch of an organization is due, in ms since 1970; undefined if there is none. */
export async function nextRelease(reader: StoreReader, organization: string): Promise<number | undefined> {
  const [notices, batches] = await Promise.all([
    reader.query<StoredNotice>({ ...dueIn(noticesOf(organization), "heldUntil"), limit: 1 }),
    reader.query<StoredBatch>({ ...dueIn(noticeBatchesOf(organization), "closesAt"), limit: 1 }),
  ]);
  const times = [notices.docs[0]?.data.heldUntil, batches.docs[0]?.data.closesAt].filter((at) => at !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

function dueIn(collection: string, field: string, until?: number) {
  const where = until === undefined ? [] : [{ field, op: "<=" as const, value: until }];
  return { collection, where, orderBy: [{ field, direction: "asc" as const }] };
}
