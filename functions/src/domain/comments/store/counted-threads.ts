import type { TimeSlice } from "#platform/async/time-slice";
import type { KeyCall } from "#src/call";
import type { Cursor, Filter, OrderBy, Query } from "#store/port";
import { type StoredThread, type ThreadSummary, threadsOf, unpackSummary } from "./stored-thread.ts";

/** Counting stops at this number of threads of a document. */
const MAX_COUNTED = 10_000;
const BATCH = 1000;
/** Maximum bytes of threads in one read. */
const BATCH_BYTES = 4 * 1024 * 1024;

const byStatus: OrderBy[] = [{ field: "countedStatus", direction: "asc" }];

/** The user for whom threads are counted, and their statuses; default: all statuses. */
export interface CountFilter {
  userId: string;
  statusIds?: readonly string[] | undefined;
}

/** The number of threads that the user may see, and how many of them have unread comments. */
export interface ThreadCount {
  total: number;
  unread: number;
}

/** The threads of a document: the count of those that indexes cover, and the summaries of the others. */
export interface CountedThreads {
  byIndex: ThreadCount;
  singly: ThreadSummary[];
}

/**
 * Counts the threads of a document by index, and reads the summaries of those that must be counted singly. If both
 * together are fewer than all threads, an earlier version of Atrium wrote some, so all summaries are read.
 */
export async function readCounted(
  call: KeyCall,
  document: string,
  filter: CountFilter,
  slice: TimeSlice,
): Promise<CountedThreads> {
  const threads = { collection: threadsOf(document) };
  const counted = { ...threads, limit: MAX_COUNTED };
  const [all, indexed, byIndex, singly] = await Promise.all([
    call.store.count(counted),
    call.store.count({ ...counted, where: [{ field: "countedStatus", op: ">", value: "" }], orderBy: byStatus }),
    countIndexed(call, counted, filter),
    glancesOf(call, { ...threads, where: [{ field: "countedSingly", op: "==", value: true }] }, slice),
  ]);
  if (all <= indexed + singly.length) return { byIndex: byIndex(indexed), singly };
  return { byIndex: { total: 0, unread: 0 }, singly: await glancesOf(call, threads, slice) };
}

/** @returns a function that computes the count from the number of all indexed threads. */
async function countIndexed(
  { store }: KeyCall,
  counted: Query,
  { userId, statusIds }: CountFilter,
): Promise<(indexed: number) => ThreadCount> {
  const readBy: Filter = { field: "readBy", op: "array-contains", value: userId };
  if (!statusIds) {
    const read = await store.count({ ...counted, where: [readBy], orderBy: byStatus });
    return (indexed) => countOf(indexed, read);
  }
  const withStatus = (value: string): Filter => ({ field: "countedStatus", op: "==", value });
  const [total, ...reads] = await Promise.all([
    store.count({ ...counted, where: [{ field: "countedStatus", op: "in", value: [...statusIds] }] }),
    ...statusIds.map((id) => store.count({ ...counted, where: [readBy, withStatus(id)] })),
  ]);
  return () =>
    countOf(
      total,
      reads.reduce((sum, read) => sum + read, 0),
    );
}

/** The numbers are counted at different moments, so `read` may include a thread that `total` does not. */
function countOf(total: number, read: number): ThreadCount {
  return { total, unread: Math.max(0, total - read) };
}

async function glancesOf(call: KeyCall, query: Query, slice: TimeSlice): Promise<ThreadSummary[]> {
  const glances: ThreadSummary[] = [];
  let after: Cursor | undefined;
  do {
    const { docs, cursor } = await call.store.query<Pick<StoredThread, "glance">>({
      ...query,
      select: ["glance"],
      limit: BATCH,
      maxBytes: BATCH_BYTES,
      ...(after && { after }),
    });
    for (const { data } of docs) {
      while (slice.isOver) await slice.next();
      glances.push(unpackSummary(data));
    }
    after = cursor;
  } while (after && glances.length < MAX_COUNTED);
  return glances;
}
