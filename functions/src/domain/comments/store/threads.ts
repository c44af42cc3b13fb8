import { commentsChanged } from "#domain/comments/comment-events";
import type { Thread } from "#domain/comments/thread";
import { documentBelow } from "#domain/documents/store/documents";
import { transactChange } from "#domain/events/store/change";
import {
  documentPath,
  organizationPath,
  readWithDocument,
  refuseWhileMigrating,
  requireOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import type { KeyCall, WriteCall } from "#src/call";
import { notFound } from "#src/errors";
import type { ReadableStore, StoreReader, Transaction } from "#store/port";
import { emitThreadEvents } from "./events.ts";
import { packThread, threadPath, unpackThread } from "./stored-thread.ts";
import { visibleThreads } from "./visible-threads.ts";

/** Identifies a thread. */
export interface ThreadPlace {
  organizationId: string;
  documentId: string;
  annotationId: string;
}

/**
 * Reads a thread, its organization and its document in one round trip. A thread that the user of the call may not see counts
 * as missing.
 * @throws ApiError NOT_FOUND
 */
export async function loadThread(store: ReadableStore, call: KeyCall, place: ThreadPlace): Promise<Thread> {
  const { thread } = await readThread(store, call, place, {});
  return requireVisible(store, call, place, thread);
}

/**
 * Like `loadThread`, for a thread that the transaction changes.
 * @param create places that the call would create: if one of them is missing, the error names the thread.
 * @throws ApiError NOT_FOUND; ABORTED while its document is being migrated.
 */
export async function loadThreadForChange(
  tx: Transaction,
  call: KeyCall,
  place: ThreadPlace,
  create: PlaceCreation = {},
): Promise<Thread> {
  const { document, thread } = await readThread(tx, call, place, create);
  refuseWhileMigrating(document);
  return requireVisible(tx, call, place, thread);
}

/** Places that a call creates if they are missing. */
type PlaceCreation = { createOrganization?: boolean | undefined; createDocument?: boolean | undefined };

async function readThread(
  reader: StoreReader,
  call: KeyCall,
  { organizationId, documentId, annotationId }: ThreadPlace,
  create: PlaceCreation,
) {
  const documentAt = documentPath(call, organizationId, documentId);
  const { organization, docs } = await readWithDocument(reader, call, organizationId, [
    documentBelow(organizationPath(call, organizationId), documentId),
    threadPath(documentAt, annotationId),
  ]);
  const [document, thread] = docs;
  if (!create.createOrganization) requireOrganization(organization);
  if (!create.createDocument && unlessDeleting(organization) && !unlessDeleting(document)) throw notFound("document");
  if (!unlessDeleting(organization) || !unlessDeleting(document) || !thread) throw notFound("annotation");
  return { document, thread: unpackThread(thread) };
}

async function requireVisible(
  reader: StoreReader,
  call: KeyCall,
  { organizationId }: ThreadPlace,
  thread: Thread,
): Promise<Thread> {
  const sees = await visibleThreads(call, reader)?.(organizationId, [thread]);
  if (sees?.(thread) === false) throw notFound("annotation");
  return thread;
}

/**
 * Changes one thread in a transaction and emits the events of its comments.
 * @returns the thread after the change.
 * @throws ApiError NOT_FOUND, and what `change` throws.
 */
export function transactThread(
  call: WriteCall,
  place: ThreadPlace,
  change: (thread: Thread) => Thread,
): Promise<Thread> {
  return transactChange(call, async (tx, { emit }) => {
    const thread = await loadThreadForChange(tx, call, place);
    const changed = change(thread);
    saveThread(tx, call, place, thread, changed);
    emitThreadEvents({ call, place, emit }, commentsChanged(thread, changed), changed);
    return changed;
  });
}

/**
 * Writes the thread if it has changed.
 * @throws ApiError INVALID_ARGUMENT when it has become too large.
 */
export function saveThread(tx: Transaction, call: KeyCall, place: ThreadPlace, before: Thread, after: Thread): void {
  if (after === before) return;
  const document = documentPath(call, place.organizationId, place.documentId);
  tx.set(threadPath(document, place.annotationId), packThread(after));
}
