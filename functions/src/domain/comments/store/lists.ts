import { viewOf } from "#domain/access/store/user-view";
import type { Thread } from "#domain/comments/thread";
import { passes, type ThreadFilter } from "#domain/comments/thread-filter";
import { documentBelow, type KnownDocuments, readDocuments } from "#domain/documents/store/documents";
import {
  documentPath,
  organizationPath,
  present,
  requireOrganization,
} from "#domain/organizations/store/organizations";
import { TimeSlice } from "#platform/time-slice";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import type { Cursor, Doc, Filter, Query } from "#store/port";
import { scan } from "#store/scan";
import { type StoredThread, threadPath, threadsOf, unpackThread } from "./stored-thread.ts";
import { visibleThreads } from "./visible-threads.ts";

/** Which threads of an organization, and in which order. */
export interface ThreadSelection extends ThreadFilter {
  organizationId: string;
  documentId?: string | undefined;
  documentIds?: readonly string[] | undefined;
  /** Of documents that stand directly in it. */
  folderId?: string | undefined;
  /** By when they were last changed; missing: `desc`. */
  order?: "asc" | "desc" | undefined;
}

/** A page of threads; `null` in the place of an id that names none. */
export interface ThreadPage {
  threads: (Thread | null)[];
  cursor?: Cursor;
}

/**
 * Reads a page of threads. What is asked by id comes in the order of the ids, else by when it was last changed.
 * @throws ApiError NOT_FOUND when the organization, the one document or the folder is not there.
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
  return threadsByQuery(call, selection, { documentIds, size, after });
}

/** Reads ids of one document; the position is how many ids have been dealt with. */
async function threadsById(
  call: KeyCall,
  selection: ThreadSelection,
  asked: { documentId: string; annotationIds: readonly string[]; size: number; after: Cursor | undefined },
): Promise<ThreadPage> {
  const { documentId, annotationIds, size } = asked;
  const start = Number(asked.after?.[0] ?? 0);
  const ids = annotationIds.slice(start, start + size);
  const document = documentPath(call, selection.organizationId, documentId);
  const [open, docs] = await Promise.all([
    documentsIn(call, selection, [documentId]),
    call.store.getMany<StoredThread>(ids.map((id) => threadPath(document, id))),
  ]);
  const isOpen = await open([documentId]);
  const found = docs.map((doc) => doc && unpackThread(doc));
  const sees = await visibleThreads(call)?.(
    selection.organizationId,
    found.filter((thread) => thread !== undefined),
  );
  const threads = found.flatMap((thread): (Thread | null)[] => {
    if (!thread || sees?.(thread) === false) return [null];
    return isOpen(documentId) && passes(thread, selection) ? [thread] : [];
  });
  const end = start + size;
  return { threads, ...(end < annotationIds.length && { cursor: [end] }) };
}

async function threadsByQuery(
  call: KeyCall,
  selection: ThreadSelection,
  { documentIds, size, after }: { documentIds: readonly string[]; size: number; after: Cursor | undefined },
): Promise<ThreadPage> {
  const query = { ...queryOf(call, selection, documentIds), ...(after && { after }) };
  const known = documentsIn(call, selection, documentIds);
  const found = new Map<string, Thread>();
  const seen = new Set<string>();
  const view = viewOf(call);
  const findVisible = visibleThreads(call);
  const slice = new TimeSlice();
  const keep = async (docs: Doc<StoredThread>[]) => {
    const isOpen = await (await known)(docs.map(({ data }) => data.documentId));
    const open = docs.filter(({ data }) => isOpen(data.documentId));
    // Documents are decided before a thread is unpacked: of most threads nothing else may be needed.
    const mayRead = await view?.documents(
      selection.organizationId,
      open.map(({ data }) => data.documentId),
    );
    const readable = open.filter(({ data }) => mayRead?.(data.documentId).allowed ?? true);
    const threads: Thread[] = [];
    slice.begin();
    for (const doc of readable) {
      if (slice.isOver) await slice.next();
      threads.push(unpackThread(doc));
    }
    const sees = await findVisible?.(selection.organizationId, threads);
    return readable.filter((doc, i) => {
      const thread = threads[i] as Thread;
      if (sees?.(thread) === false) return false;
      seen.add(thread.annotationId);
      if (!passes(thread, selection)) return false;
      found.set(doc.path, thread);
      return true;
    });
  };
  const [page] = await Promise.all([scan(call.store, query, size, keep), known]);
  const threads = page.docs.map(({ path }) => found.get(path) as Thread);
  const { annotationIds } = selection;
  // Only a page that is the whole list can tell what is missing from it.
  if (annotationIds && !after && !page.cursor) return { threads: inOrder(annotationIds, threads, seen) };
  return { threads, ...(page.cursor && { cursor: page.cursor }) };
}

function inOrder(ids: readonly string[], threads: readonly Thread[], seen: ReadonlySet<string>): (Thread | null)[] {
  const byId = Map.groupBy(threads, ({ annotationId }) => annotationId);
  return ids.flatMap((id) => byId.get(id) ?? (seen.has(id) ? [] : [null]));
}

function queryOf(call: KeyCall, selection: ThreadSelection, documentIds: readonly string[]): Query {
  const { organizationId, annotationIds, order = "desc", updatedAfter, updatedBefore } = selection;
  const [only, ...others] = documentIds;
  const under = organizationPath(call, organizationId);
  const group = { group: "commentAnnotations", under };
  if (annotationIds) return { ...group, where: [{ field: "annotationId", op: "in", value: [...annotationIds] }] };
  const where: Filter[] = [];
  if (updatedAfter !== undefined) where.push({ field: "lastUpdated", op: ">", value: updatedAfter });
  if (updatedBefore !== undefined) where.push({ field: "lastUpdated", op: "<", value: updatedBefore });
  if (others.length > 0) where.push({ field: "documentId", op: "in", value: [...documentIds] });
  const orderBy = [{ field: "lastUpdated", direction: order }];
  const isOne = only !== undefined && others.length === 0;
  return isOne
    ? { collection: threadsOf(documentPath(call, organizationId, only)), where, orderBy }
    : { ...group, where, orderBy };
}

/**
 * Reads the organization and what else is named beside the query, and tells of further documents whether their threads are
 * to be shown: a document whose deletion has begun is gone, and one outside of the folder is not meant.
 */
async function documentsIn(
  call: KeyCall,
  { organizationId, documentId, folderId }: ThreadSelection,
  documentIds: readonly string[],
) {
  const first = await readDocuments(call.store, call, organizationId, documentIds, folderId);
  requireOrganization(first.organization);
  if (documentId !== undefined && !present(first.documents.get(documentId))) throw notFound("document");
  if (folderId !== undefined && !present(first.folder)) throw notFound("folder");
  const known: KnownDocuments = new Map(first.documents);
  const isOpen = (id: string) => {
    const document = present(known.get(id));
    return documentIds.length > 0 && !documentIds.includes(id)
      ? false
      : document !== undefined && (folderId === undefined || document.data.folderId === folderId);
  };
  return async (ids: readonly string[]) => {
    const further = [...new Set(ids)].filter((id) => !known.has(id));
    const paths = further.map((id) => documentBelow(organizationPath(call, organizationId), id));
    const docs = paths.length > 0 ? await call.store.getMany(paths) : [];
    further.forEach((id, i) => void known.set(id, docs[i]));
    return isOpen;
  };
}
