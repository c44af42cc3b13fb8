import { MAX_THREAD_EVENTS } from "#domain/comments/comment-events";
import type { Thread } from "#domain/comments/thread";
import { type ThreadEvent, VISIBILITY_BYTES } from "#domain/comments/thread-event";
import { passesFilter, type ThreadFilter } from "#domain/comments/thread-filter";
import { loadPlaceForChange } from "#domain/documents/store/places";
import { MAX_PART_BYTES } from "#domain/events/shared-part";
import { type Change, transactChange } from "#domain/events/store/change";
import { documentPath } from "#domain/organizations/store/organizations";
import { TimeSlice } from "#platform/async/time-slice";
import { countFitting } from "#platform/count-fitting";
import type { KeyCall, WriteCall } from "#src/call";
import type { Cursor, Doc, Transaction } from "#store/port";
import { emitThreadEvents } from "./events.ts";
import { MAX_THREAD_BYTES, type StoredThread, threadPath, threadsOf, unpackThread } from "./stored-thread.ts";
import { visibleThreads } from "./visible-threads.ts";

/** Maximum number of threads, and of their bytes, in one transaction: other commits wait until a commit is written. */
const BATCH_SIZE = 200;
const MAX_BATCH_BYTES = 1_000_000;
/** Approximate bytes of an event that names a comment, without the visibility of its thread; ids are short. */
const EVENT_BYTES = 500;

/** A thread that a call is about. */
export interface TargetThread {
  annotationId: string;
  path: string;
  /** Undefined if the call names a thread that does not exist or that the filter excludes. */
  thread: Thread | undefined;
}

/** Changes or deletes threads, emits their events, and returns a result for each thread, by id. */
export type DecideThreads<Result> = (
  tx: Transaction,
  threads: readonly TargetThread[],
  emit: (events: readonly ThreadEvent[], thread: Thread) => void,
) => Record<string, Result>;

/** The threads still to read: the remaining ids of the call, or everything after a position in the collection. */
type Walk = { ids: readonly string[] } | { after: Cursor | undefined };

/**
 * Calls `decide` for the threads of a document that match a filter, or that the filter names by id, and merges the
 * results. Works in batches, each in a transaction, in the order of the ids, which `decide` can't change.
 * @param bytesOf maximum number of bytes that `decide` may write for a thread, including the events that it emits.
 * @param begin adds events or tasks to the first transaction.
 * @throws ApiError NOT_FOUND when the organization or document does not exist.
 */
export async function transactThreads<Result>(
  call: WriteCall,
  place: { organizationId: string; documentId: string },
  filter: ThreadFilter,
  decide: DecideThreads<Result>,
  bytesOf: (storedThread: StoredThread) => number,
  begin?: (change: Change) => void,
): Promise<Record<string, Result>> {
  const document = documentPath(call, place.organizationId, place.documentId);
  const parts: Record<string, Result>[] = [];
  let walk: Walk | undefined = filter.annotationIds ? { ids: filter.annotationIds } : { after: undefined };
  for (let limit = BATCH_SIZE; walk; ) {
    const here: Walk = walk;
    const size = limit;
    const batch = await transactChange(call, async (tx, change) => {
      const [{ lookups, goesOn }] = await Promise.all([
        readBatch(tx, document, here, size),
        loadPlaceForChange(tx, call, place),
      ]);
      const docs = await hideInvisible(tx, call, place.organizationId, lookups);
      const fittingDocs = docs.slice(
        0,
        countFitting(docs, ({ doc }) => (doc ? bytesOf(doc.data) : 0), MAX_BATCH_BYTES),
      );
      const isCut = fittingDocs.length < docs.length;
      const part: Record<string, Result> = Object.create(null);
      const slice = new TimeSlice();
      for (const one of fittingDocs) {
        if (slice.isOver) await slice.next();
        const thread = toTarget(one, filter);
        if (thread)
          Object.assign(
            part,
            decide(tx, [thread], (events, eventThread) =>
              emitThreadEvents({ call, place, emit: change.emit }, events, eventThread),
            ),
          );
      }
      if (parts.length === 0) begin?.(change);
      return { part, taken: fittingDocs.length, last: fittingDocs.at(-1)?.path, isCut, goesOn: goesOn || isCut };
    });
    parts.push(batch.part);
    limit = batch.isCut ? batch.taken : BATCH_SIZE;
    walk = nextWalk(here, batch, batch.goesOn);
  }
  const [first = {}] = parts;
  return parts.length < 2 ? first : Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

/** A thread as read: `doc` is undefined if it does not exist. */
type ThreadLookup = { annotationId: string; path: string; doc: Doc<StoredThread> | undefined };

async function readBatch(
  tx: Transaction,
  document: string,
  walk: Walk,
  size: number,
): Promise<{ lookups: ThreadLookup[]; goesOn: boolean }> {
  if ("ids" in walk) {
    const ids = walk.ids.slice(0, size);
    const paths = ids.map((id) => threadPath(document, id));
    const docs = await tx.getMany<StoredThread>(paths);
    const lookups = ids.map((annotationId, i) => ({ annotationId, path: paths[i] as string, doc: docs[i] }));
    return { lookups, goesOn: ids.length < walk.ids.length };
  }
  const after = walk.after && { after: walk.after };
  const query = { collection: threadsOf(document), limit: size, maxBytes: MAX_BATCH_BYTES };
  const { docs, cursor } = await tx.query<StoredThread>({ ...query, ...after });
  const lookups = docs.map((doc) => ({ annotationId: doc.data.annotationId, path: doc.path, doc }));
  return { lookups, goesOn: cursor !== undefined };
}

/** Treats threads that the user of the call may not see as missing. */
async function hideInvisible(
  tx: Transaction,
  call: KeyCall,
  organizationId: string,
  lookups: ThreadLookup[],
): Promise<ThreadLookup[]> {
  const threads = call.user ? lookups.flatMap(({ doc }) => (doc ? [unpackThread(doc)] : [])) : [];
  const sees = await visibleThreads(call, tx)?.(organizationId, threads);
  if (!sees) return lookups;
  return lookups.map((one) => (one.doc && sees(unpackThread(one.doc)) ? one : { ...one, doc: undefined }));
}

/**
 * Upper bound of the bytes of a changed thread and the part that its events share.
 * @param growth bytes that the change may add.
 */
export function grownBytes({ thread, comments }: StoredThread, growth: number): number {
  const bytes = Math.min(MAX_THREAD_BYTES, thread.length + comments.length + growth);
  return bytes + Math.min(MAX_PART_BYTES, bytes);
}

/**
 * Upper bound of the bytes of a thread that is read and deleted, and of the events of its comments. A comment takes at
 * least 64 bytes, which bounds the number of comments. Each event contains its comment; all events share the thread.
 */
export function deletionBytes({ thread, comments, glance }: StoredThread): number {
  const events = Math.min(MAX_THREAD_EVENTS, comments.length / 64);
  const bytes = thread.length + comments.length;
  const cost = comments.length + Math.min(MAX_PART_BYTES, bytes);
  return bytes + cost + events * (EVENT_BYTES + Math.min(VISIBILITY_BYTES, glance.length));
}

/** Includes a thread that the filter excludes in the reply only if the call names it by id. */
function toTarget({ annotationId, path, doc }: ThreadLookup, filter: ThreadFilter): TargetThread | undefined {
  const thread = doc && unpackThread(doc);
  const isIncluded = thread !== undefined && passesFilter(thread, filter);
  if (!isIncluded && !filter.annotationIds) return undefined;
  return { annotationId, path, thread: isIncluded ? thread : undefined };
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
