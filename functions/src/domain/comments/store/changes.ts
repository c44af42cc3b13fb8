import { MAX_THREAD_EVENTS } from "#domain/comments/comment-events";
import type { Thread } from "#domain/comments/thread";
import { type ThreadEvent, VISIBILITY_BYTES } from "#domain/comments/thread-event";
import { passes, type ThreadFilter } from "#domain/comments/thread-filter";
import { loadPlaceForChange } from "#domain/documents/store/places";
import { MAX_PART_BYTES } from "#domain/events/shared-part";
import { type Change, transactChange } from "#domain/events/store/change";
import { documentPath } from "#domain/organizations/store/organizations";
import { TimeSlice } from "#platform/async/time-slice";
import type { KeyCall, WriteCall } from "#src/call";
import type { Cursor, Doc, Transaction } from "#store/port";
import { emitOn } from "./events.ts";
import { MAX_THREAD_BYTES, type StoredThread, threadPath, threadsOf, unpackThread } from "./stored-thread.ts";
import { visibleThreads } from "./visible-threads.ts";

/** Threads of one transaction at most, and their bytes: what a commit writes, it writes in one go. */
const BATCH_SIZE = 200;
const MAX_BATCH_BYTES = 1_000_000;
/** Bytes of an event that names a comment, without who sees it; ids are short. */
const EVENT_BYTES = 500;

/** A thread that a call is about. */
export interface FoundThread {
  annotationId: string;
  path: string;
  /** Undefined: named by the call, but not there or not meant by its filter. */
  thread: Thread | undefined;
}

/** Decides about threads, and tells the events of those that it has changed or deleted. */
export type DecideThreads<Result> = (
  tx: Transaction,
  threads: readonly FoundThread[],
  tell: (events: readonly ThreadEvent[], thread: Thread) => void,
) => Record<string, Result>;

/** Where a walk over threads is: the rest of the ids that were named, else the position in the collection. */
type Walk = { ids: readonly string[] } | { after: Cursor | undefined };

/**
 * Decides about the threads of a document that a filter means, or about those named by id, and joins the outcomes.
 * Goes on in batches, each in a transaction, in the order of the ids: nothing that `decide` changes moves a thread.
 * @param bytesOf most bytes that `decide` may write for a thread, with the events that it tells.
 * @param begin what goes with the first transaction.
 * @throws ApiError NOT_FOUND when the organization or document is not there.
 */
export async function transactThreads<Result>(
  call: WriteCall,
  place: { organizationId: string; documentId: string },
  filter: ThreadFilter,
  decide: DecideThreads<Result>,
  bytesOf: (stored: StoredThread) => number,
  begin?: (change: Change) => void,
): Promise<Record<string, Result>> {
  const document = documentPath(call, place.organizationId, place.documentId);
  const parts: Record<string, Result>[] = [];
  let walk: Walk | undefined = filter.annotationIds ? { ids: filter.annotationIds } : { after: undefined };
  for (let limit = BATCH_SIZE; walk; ) {
    const here: Walk = walk;
    const size = limit;
    const batch = await transactChange(call, async (tx, change) => {
      const [{ found, goesOn }] = await Promise.all([
        readBatch(tx, document, here, size),
        loadPlaceForChange(tx, call, place),
      ]);
      const docs = await visible(tx, call, place.organizationId, found);
      const taken = docs.slice(0, fitting(docs, bytesOf));
      const isCut = taken.length < docs.length;
      const part: Record<string, Result> = Object.create(null);
      const slice = new TimeSlice();
      for (const one of taken) {
        if (slice.isOver) await slice.next();
        const thread = meant(one, filter);
        if (thread)
          Object.assign(
            part,
            decide(tx, [thread], (events, shown) => emitOn({ call, place, emit: change.emit }, events, shown)),
          );
      }
      if (parts.length === 0) begin?.(change);
      return { part, taken: taken.length, last: taken.at(-1)?.path, isCut, goesOn: goesOn || isCut };
    });
    parts.push(batch.part);
    limit = batch.isCut ? batch.taken : BATCH_SIZE;
    walk = nextWalk(here, batch, batch.goesOn);
  }
  const [first = {}] = parts;
  return parts.length < 2 ? first : Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

type Found = { annotationId: string; path: string; doc: Doc<StoredThread> | undefined };

async function readBatch(
  tx: Transaction,
  document: string,
  walk: Walk,
  size: number,
): Promise<{ found: Found[]; goesOn: boolean }> {
  if ("ids" in walk) {
    const ids = walk.ids.slice(0, size);
    const paths = ids.map((id) => threadPath(document, id));
    const docs = await tx.getMany<StoredThread>(paths);
    const found = ids.map((annotationId, i) => ({ annotationId, path: paths[i] as string, doc: docs[i] }));
    return { found, goesOn: ids.length < walk.ids.length };
  }
  const after = walk.after && { after: walk.after };
  const query = { collection: threadsOf(document), limit: size, maxBytes: MAX_BATCH_BYTES };
  const { docs, cursor } = await tx.query<StoredThread>({ ...query, ...after });
  const found = docs.map((doc) => ({ annotationId: doc.data.annotationId, path: doc.path, doc }));
  return { found, goesOn: cursor !== undefined };
}

/** A thread that the user of the call may not see is as one that is not there. */
async function visible(tx: Transaction, call: KeyCall, organizationId: string, found: Found[]): Promise<Found[]> {
  const threads = call.user ? found.flatMap(({ doc }) => (doc ? [unpackThread(doc)] : [])) : [];
  const sees = await visibleThreads(call, tx)?.(organizationId, threads);
  if (!sees) return found;
  return found.map((one) => (one.doc && sees(unpackThread(one.doc)) ? one : { ...one, doc: undefined }));
}

/** Bytes of a thread that has grown, with the part that its events share. */
export function grownBytes({ thread, comments }: StoredThread, growth: number): number {
  const bytes = Math.min(MAX_THREAD_BYTES, thread.length + comments.length + growth);
  return bytes + Math.min(MAX_PART_BYTES, bytes);
}

/**
 * Bytes of a thread that is read and deleted, with the events of its comments: each takes at least 64 bytes. The events hold
 * the comments, and share the thread.
 */
export function deletionBytes({ thread, comments, glance }: StoredThread): number {
  const events = Math.min(MAX_THREAD_EVENTS, comments.length / 64);
  const bytes = thread.length + comments.length;
  const cost = comments.length + Math.min(MAX_PART_BYTES, bytes);
  return bytes + cost + events * (EVENT_BYTES + Math.min(VISIBILITY_BYTES, glance.length));
}

/** How many of the threads one commit may hold. */
function fitting(found: readonly Found[], bytesOf: (stored: StoredThread) => number): number {
  let bytes = 0;
  const fits = found.findIndex(({ doc }, i) => {
    if (doc) bytes += bytesOf(doc.data);
    return i > 0 && bytes > MAX_BATCH_BYTES;
  });
  return fits === -1 ? found.length : fits;
}

/** A thread that was named stays in the reply when it is not meant; one that was only looked at does not. */
function meant({ annotationId, path, doc }: Found, filter: ThreadFilter): FoundThread | undefined {
  const thread = doc && unpackThread(doc);
  const isMeant = thread !== undefined && passes(thread, filter);
  if (!isMeant && !filter.annotationIds) return undefined;
  return { annotationId, path, thread: isMeant ? thread : undefined };
}

function nextWalk(
  walk: Walk,
  { taken, last }: { taken: number; last: string | undefined },
  goesOn: boolean,
): Walk | undefined {
  if (!goesOn || last === undefined) return undefined;
  if (!("ids" in walk)) return { after: [last] };
  const ids = walk.ids.slice(taken);
  return ids.length > 0 ? { ids } : undefined;
}
