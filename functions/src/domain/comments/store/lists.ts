import { viewOf } from "#domain/access/store/user-view";
import type { Thread } from "#domain/comments/thread";
import { passesFilter, type ThreadFilter } from "#domain/comments/thread-filter";
import {
  type DocumentsById,
  documentBelow,
  isDirectlyIn,
  readDocuments,
  requireFolder,
} from "#domain/documents/store/documents";
import {
  documentPath,
  organizationPath,
  requireOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import { mapInSlices, TimeSlice } from "#platform/async/time-slice";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import { getPage } from "#store/page-bytes";
import type { Cursor, Doc, Filter, Query } from "#store/port";
import { scan } from "#store/scan";
import { beforeChanged, behindChanged, behindPage, toNewestFirst } from "./newest-first.ts";
import { type StoredThread, threadPath, unpackThread } from "./stored-thread.ts";
import { visibleThreads } from "./visible-threads.ts";

/** Selects threads of an organization, and sets their order. */
export interface ThreadSelection extends ThreadFilter {
  organizationId: string;
  documentId?: string | undefined;
  documentIds?: readonly string[] | undefined;
  /** Selects threads of the documents directly in this folder. */
  folderId?: string | undefined;
  /** Order by the time of the last change; default `desc`. */
  order?: "asc" | "desc" | undefined;
}

/** A page of threads. `null` stands for an id without a thread. */
export interface ThreadPage {
  threads: (Thread | null)[];
  cursor?: Cursor;
}

/**
 * Reads a page of threads, in the order of the ids if the selection has ids, else by the time of the last change.
 * @throws ApiError NOT_FOUND when the organization, the one document or the folder does not exist.
 */
export async function listThreads(
  call: KeyCall,
  selection: ThreadSelection,
  size: number,
  after: Cursor | undefined,
): Promise<ThreadPage> {
  const { documentId, documentIds = documentId === undefined ? [] : [documentId], annotationIds } = selection;
  const [only, ...others] = documentIds;
  if (only !== undefined && others.length === 0 && annotationIds)
    return threadsById(call, selection, { documentId: only, annotationIds, size, after });
  if (annotationIds || selection.order === "asc") return threadsByQuery(call, selection, { documentIds, size, after });
  return threadsNewestFirst(call, selection, { documentIds, size, after });
}

/** Reads threads, last changed first, and at the end of a list of several pages those that changed meanwhile. */
async function threadsNewestFirst(
  call: KeyCall,
  selection: ThreadSelection,
  { documentIds, size, after: token }: { documentIds: readonly string[]; size: number; after: Cursor | undefined },
): Promise<ThreadPage> {
  const { isAtChanged, begunAt: begunEarlier, after } = toNewestFirst(token);
  if (isAtChanged) {
    const changed = changedSince(call, selection, begunEarlier);
    const { threads, cursor } = await threadsByQuery(call, changed, { documentIds, size, after });
    return { threads, ...(cursor && { cursor: behindChanged(cursor) }) };
  }
  const { threads, cursor } = await threadsByQuery(call, selection, { documentIds, size, after });
  const newest = after ? undefined : threads[0];
  // A thread may be dated in the future by its caller. Changes that the service dates itself must count even then.
  const begunAt = begunEarlier ?? Math.min(call.now(), newest?.lastUpdated ?? Infinity);
  if (cursor) return { threads, cursor: behindPage(begunAt, cursor) };
  if (!after) return { threads };
  const query = { ...queryOf(call, changedSince(call, selection, begunAt), documentIds), limit: 1, select: [] };
  const { docs } = await call.store.query(query);
  return { threads, ...(docs.length > 0 && { cursor: beforeChanged(begunAt) }) };
}

/**
 * Selects those of the threads that have changed since a time, in the order of their changes, but none that a caller has
 * dated in the future: the list has shown it already.
 */
function changedSince({ now }: KeyCall, selection: ThreadSelection, time = 0): ThreadSelection {
  const { updatedAfter = time, updatedBefore = Infinity } = selection;
  return {
    ...selection,
    order: "asc",
    updatedAfter: Math.max(time, updatedAfter),
    updatedBefore: Math.min(now() + 1, updatedBefore),
  };
}

/** Reads threads of one document by id. The cursor is the number of ids on earlier pages. */
async function threadsById(
  call: KeyCall,
  selection: ThreadSelection,
  page: { documentId: string; annotationIds: readonly string[]; size: number; after: Cursor | undefined },
): Promise<ThreadPage> {
  const { documentId, annotationIds, size } = page;
  const document = documentPath(call, selection.organizationId, documentId);
  const paths = annotationIds.map((id) => threadPath(document, id));
  const [selectDocuments, { docs, end }] = await Promise.all([
    documentsIn(call, selection, [documentId]),
    getPage<StoredThread>(call.store, paths, { start: Number(page.after?.[0] ?? 0), limit: size }),
  ]);
  const isSelected = await selectDocuments([documentId]);
  const pageThreads = docs.map((doc) => doc && unpackThread(doc));
  const sees = await visibleThreads(call)?.(
    selection.organizationId,
    pageThreads.filter((thread) => thread !== undefined),
  );
  const threads = pageThreads.flatMap((thread): (Thread | null)[] => {
    if (!thread || sees?.(thread) === false) return [null];
    return isSelected(documentId) && passesFilter(thread, selection) ? [thread] : [];
  });
  return { threads, ...(end !== undefined && { cursor: [end] }) };
}

async function threadsByQuery(
  call: KeyCall,
  selection: ThreadSelection,
  { documentIds, size, after }: { documentIds: readonly string[]; size: number; after: Cursor | undefined },
): Promise<ThreadPage> {
  const query = { ...queryOf(call, selection, documentIds), ...(after && { after }) };
  const selectDocuments = documentsIn(call, selection, documentIds);
  const selected = new Map<string, Thread>();
  const visibleIds = new Set<string>();
  const view = viewOf(call);
  const findVisible = visibleThreads(call);
  const slice = new TimeSlice();
  const keep = async (docs: Doc<StoredThread>[]) => {
    const isSelected = await (await selectDocuments)(docs.map(({ data }) => data.documentId));
    const candidates = docs.filter(({ data }) => isSelected(data.documentId));
    // Deciding access to documents is cheap and may rule out most threads before they are unpacked.
    const mayRead = await view?.documents(
      selection.organizationId,
      candidates.map(({ data }) => data.documentId),
    );
    const readable = candidates.filter(({ data }) => mayRead?.(data.documentId).allowed ?? true);
    const threads = await mapInSlices(readable, unpackThread, slice);
    const sees = await findVisible?.(selection.organizationId, threads);
    return readable.filter((doc, i) => {
      const thread = threads[i] as Thread;
      if (sees?.(thread) === false) return false;
      visibleIds.add(thread.annotationId);
      if (!passesFilter(thread, selection)) return false;
      selected.set(doc.path, thread);
      return true;
    });
  };
  const [page] = await Promise.all([scan(call.store, query, size, keep), selectDocuments]);
  const threads = page.docs.map(({ path }) => selected.get(path) as Thread);
  const { annotationIds } = selection;
  // Only a page that contains the whole list can show which ids have no thread.
  if (annotationIds && !after && !page.cursor) return { threads: inOrder(annotationIds, threads, visibleIds) };
  return { threads, ...(page.cursor && { cursor: page.cursor }) };
}

function inOrder(
  ids: readonly string[],
  threads: readonly Thread[],
  visibleIds: ReadonlySet<string>,
): (Thread | null)[] {
  const byId = Map.groupBy(threads, ({ annotationId }) => annotationId);
  return ids.flatMap((id) => byId.get(id) ?? (visibleIds.has(id) ? [] : [null]));
}

function queryOf(call: KeyCall, selection: ThreadSelection, documentIds: readonly string[]): Query {
  const { organizationId, annotationIds, order = "desc", updatedAfter, updatedBefore } = selection;
  const under = organizationPath(call, organizationId);
  const group = { group: "commentAnnotations", under };
  if (annotationIds) return { ...group, where: [{ field: "annotationId", op: "in", value: [...annotationIds] }] };
  const where: Filter[] = [];
  if (updatedAfter !== undefined) where.push({ field: "lastUpdated", op: ">", value: updatedAfter });
  if (updatedBefore !== undefined) where.push({ field: "lastUpdated", op: "<", value: updatedBefore });
  // Even for one document: an index on the time in its own collection would be one more to write with every comment.
  if (documentIds.length > 0) where.push({ field: "documentId", op: "in", value: [...documentIds] });
  return { ...group, where, orderBy: [{ field: "lastUpdated", direction: order }] };
}

/**
 * Reads the organization, folder and documents that the selection names.
 * @returns a function that reads more documents and returns a check of whether the selection includes a document.
 * Documents that are being deleted or are outside the folder are not included.
 */
async function documentsIn(
  call: KeyCall,
  { organizationId, documentId, folderId }: ThreadSelection,
  documentIds: readonly string[],
) {
  const placeDocs = await readDocuments(call.store, call, organizationId, documentIds, folderId);
  requireOrganization(placeDocs.organization);
  if (documentId !== undefined && !unlessDeleting(placeDocs.documents.get(documentId))) throw notFound("document");
  requireFolder(folderId, placeDocs.folder);
  const documents: DocumentsById = new Map(placeDocs.documents);
  const isSelected = (id: string) => {
    const document = unlessDeleting(documents.get(id));
    return documentIds.length > 0 && !documentIds.includes(id)
      ? false
      : document !== undefined && isDirectlyIn(folderId, document);
  };
  return async (ids: readonly string[]) => {
    const unread = [...new Set(ids)].filter((id) => !documents.has(id));
    const paths = unread.map((id) => documentBelow(organizationPath(call, organizationId), id));
    const docs = paths.length > 0 ? await call.store.getMany(paths) : [];
    unread.forEach((id, i) => void documents.set(id, docs[i]));
    return isSelected;
  };
}
