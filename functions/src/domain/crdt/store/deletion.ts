import { clearCrdt } from "#domain/crdt/jobs";
import type { StoredDocument } from "#domain/documents/store/documents";
import { readDocumentAndBelow } from "#domain/documents/store/places";
import { refuseWhileMigrating } from "#domain/organizations/store/organizations";
import { batchesOf } from "#platform/async/parallel";
import type { DeclaredTask } from "#queue/declare-job";
import type { WriteCall } from "#src/call";
import type { Context } from "#src/context";
import { splitPath } from "#store/paths";
import type { Cursor, Doc, Transaction } from "#store/port";
import { trimTask } from "./chunks.ts";
import { rememberDeleted } from "./deleted-editors.ts";
import { crdtNotFound, type DocumentPlace, editorPath, editorsOf, readEditors, type StoredCrdt } from "./editors.ts";

/** Maximum number of editors that a call without ids deletes itself. A job deletes the rest. */
const MOST_AT_ONCE = 500;
/** Editors per transaction: reading one takes up to 1 MiB. */
const BATCH_SIZE = 20;

/** Decides a batch of a call; `remove` deletes the content of an editor and throws if there is none. */
export type DecideDeletion<Result> = (
  editorIds: readonly string[],
  remove: (editorId: string) => void,
) => Record<string, Result>;

/** Deletes the content of editors. @throws ApiError NOT_FOUND if the organization or document does not exist. */
export async function deleteEditors<Result>(
  call: WriteCall,
  place: DocumentPlace,
  editorIds: readonly string[],
  decide: DecideDeletion<Result>,
): Promise<Record<string, Result>> {
  const results: Record<string, Result> = Object.create(null);
  for (const batch of batchesOf(editorIds, BATCH_SIZE)) {
    const { part, trim } = await call.store.transact((tx) => deleteBatch(call, tx, place, batch, decide));
    Object.assign(results, part);
    if (trim) await call.queue.start(trim);
  }
  return results;
}

async function deleteBatch<Result>(
  call: WriteCall,
  tx: Transaction,
  place: DocumentPlace,
  editorIds: string[],
  decide: DecideDeletion<Result>,
) {
  const paths = editorIds.map((editorId) => editorPath(call, { ...place, editorId }));
  const { document, docs } = await readDocumentAndBelow(tx, call, place, paths);
  const editorsById = new Map(docs.flatMap((doc) => (doc ? [[doc.id, doc]] : [])));
  const removed: Doc<StoredCrdt>[] = [];
  const part = decide(editorIds, (editorId) => {
    const doc = editorsById.get(editorId);
    if (!doc) throw crdtNotFound();
    removed.push(doc);
  });
  return { part, trim: deleteEditorDocs(call, tx, document, removed) };
}

/** Deletes editors; a task deletes their chunks and logs. @returns the task, which the caller starts. */
function deleteEditorDocs(
  context: Context,
  tx: Transaction,
  document: Doc<StoredDocument> | undefined,
  editors: readonly Doc<StoredCrdt>[],
): DeclaredTask | undefined {
  if (document && editors.length > 0) rememberDeleted(tx, document, editors);
  for (const { path } of editors) tx.delete(path);
  const chunked = editors.filter(({ data }) => data.generation !== undefined || data.log).map(({ path }) => path);
  if (chunked.length === 0) return undefined;
  const trim = trimTask(context, chunked);
  context.queue.add(tx, trim);
  return trim;
}

/** Deletes the content of all editors of a document. @returns the outcome of the first 500; a job deletes the others. */
export async function deleteAllEditors<Result>(
  call: WriteCall,
  place: DocumentPlace,
  decide: DecideDeletion<Result>,
): Promise<Record<string, Result>> {
  const until = call.now();
  const collection = editorsOf(call, place.organizationId, place.documentId);
  const [{ docs, cursor }] = await Promise.all([
    call.store.query({ collection, select: [], limit: MOST_AT_ONCE }),
    readEditors(call.store, call, place, []),
  ]);
  const ids = docs.map(({ id }) => id);
  const results = await deleteEditors(call, place, ids, decide);
  if (!cursor) return results;
  const clear = clearCrdt.task({ id: call.newId("task") }, { collection, until });
  await call.store.transact(async (tx) => call.queue.add(tx, clear));
  await call.queue.start(clear);
  return results;
}

/** Deletes, page by page, the editors of a collection that were last written before `until` (ms). */
export async function clearEditors(context: Context, collection: string, until: number): Promise<void> {
  let after: Cursor | undefined;
  do {
    const page = await context.store.transact(async (tx) => {
      const select = ["lastUpdate", "generation", "log", "client", "firstClient"];
      const [document, editors] = await Promise.all([
        tx.get<StoredDocument>(splitPath(collection).collection),
        tx.query<StoredCrdt>({ collection, select, limit: BATCH_SIZE, ...(after && { after }) }),
      ]);
      refuseWhileMigrating(document);
      const old = editors.docs.filter(({ data }) => data.lastUpdate <= until);
      return { cursor: editors.cursor, trim: deleteEditorDocs(context, tx, document, old) };
    });
    if (page.trim) await context.queue.start(page.trim);
    after = page.cursor;
  } while (after);
}
