import { isCurrentChunk } from "#domain/crdt/store/chunks";
import { inParallel } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { Context } from "#src/context";
import { collectionNameOf, splitPath } from "#store/paths";
import { type Doc, type DocData, type Query, REMOVE, type StoreReader } from "#store/port";
import { tree } from "#store/tree";
import type { StoredMigration } from "./migrations.ts";
import { advance, nextStep, pathsOf, readMigrationState } from "./steps.ts";

/** Maximum documents per transaction, and bytes of JSON: Firestore accepts 500 and 10 MiB, its emulator 4 MiB. */
const PAGE = 200;
const PAGE_BYTES = 3_500_000;
/** Documents per transaction on deeper levels, where several transactions run at once. Each document is up to 1 MiB. */
const DEEP_PAGE = 3;

/** How many documents one read returns; it adapts to their size. */
export interface PageSize {
  page: number;
}

/** The first page size of a run of the job. */
export const firstPageSize = (): PageSize => ({ page: 25 });

/** Copies the next page of a collection below the document. The subtree of each document is copied first. */
export async function copyPage(
  context: Context,
  record: Doc<StoredMigration>,
  name: string,
  pageSize: PageSize,
): Promise<boolean> {
  const { source, target } = pathsOf(record);
  const collection = `${source}/${name}`;
  const { docs, isLast } = await readPage(context.store, collection, record.data.after, pageSize);
  await inParallel(docs, (doc) => copyBelow(context, record, doc, `${target}/${name}/${splitPath(doc.path).id}`));
  return advance(context, record, (tx) => {
    for (const { path, data } of docs) tx.set(`${target}/${name}/${splitPath(path).id}`, renamed(record.data, data));
    const copied = record.data.copied + docs.length;
    const after = docs.at(-1)?.path ?? REMOVE;
    return { record: { copied, ...(isLast ? nextStep(context, record) : { after }) } };
  });
}

/** Writes the new id into the next page of the document's dependents. */
export function renamePage(context: Context, record: Doc<StoredMigration>, name: string): Promise<boolean> {
  return advance(context, record, async (tx) => {
    const query = besideQuery(record, name);
    const { docs, cursor } = await tx.query({ ...query, limit: PAGE });
    const { by } = besideRule(name);
    for (const { path } of docs) tx.update(path, { [by]: record.data.newDocumentId });
    const copied = record.data.copied + docs.length;
    return { record: { copied, ...(cursor ? {} : nextStep(context, record)) } };
  });
}

/** The number of records to move. */
export async function countAll(reader: Context["store"], record: Doc<StoredMigration>): Promise<number> {
  const { source } = pathsOf(record);
  const { children = [], dependents = [] } = tree.collections.documents ?? {};
  const counts = await Promise.all([
    ...children.map((name) => reader.count({ collection: `${source}/${name}` })),
    ...dependents.map(({ collection }) => reader.count(besideQuery(record, collection))),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

function besideQuery(record: Doc<StoredMigration>, name: string): Query {
  const { by, order } = besideRule(name);
  return {
    collection: `${pathsOf(record).organization}/${name}`,
    where: [{ field: by, op: "==", value: record.data.documentId }],
    ...(order && { orderBy: [{ field: order, direction: "asc" }] }),
    select: [by, ...(order ? [order] : [])],
  };
}

function besideRule(name: string): { by: string; order?: string } {
  const { dependents = [] } = tree.collections.documents ?? {};
  return dependents.find(({ collection }) => collection === name) ?? { by: "documentId" };
}

/** Copies the subtree of a document before the document itself, so that an interrupted copy is repeated. */
async function copyBelow(context: Context, record: Doc<StoredMigration>, doc: Doc, to: string): Promise<void> {
  for (const name of tree.collections[collectionNameOf(doc.path)]?.children ?? []) {
    const collection = `${doc.path}/${name}`;
    let after: string | undefined;
    for (let isLast = false; !isLast; ) {
      const page = await readPage(context.store, collection, after, { page: DEEP_PAGE });
      const docs = page.docs.filter(({ path }) => name !== "chunks" || isCurrentChunk(doc, splitPath(path).id));
      await inParallel(docs, (below) => copyBelow(context, record, below, `${to}/${name}/${splitPath(below.path).id}`));
      if (docs.length > 0 && !(await retryOnConflict(() => write(docs, `${to}/${name}`)))) return;
      after = page.docs.at(-1)?.path;
      isLast = page.isLast;
    }
  }

  function write(docs: readonly Doc[], collection: string): Promise<boolean> {
    return context.store.transact(async (tx) => {
      const scene = await readMigrationState(tx, record);
      if (scene?.source?.data.migrating !== record.id) return false;
      for (const { path, data } of docs) tx.set(`${collection}/${splitPath(path).id}`, renamed(record.data, data));
      return true;
    });
  }
}

/** Reads documents after a path, as many as fit into one transaction, and adapts the page size. */
async function readPage(reader: StoreReader, collection: string, after: string | undefined, pageSize: PageSize) {
  const query: Query = { collection, limit: pageSize.page, ...(after !== undefined && { after: [after] }) };
  const { docs, cursor } = await reader.query(query);
  const sizes = docs.map(({ data }) => Buffer.byteLength(JSON.stringify(data)));
  let [fitting, bytes] = [0, 0];
  while (fitting < docs.length && (fitting === 0 || bytes + (sizes[fitting] ?? 0) <= PAGE_BYTES))
    bytes += sizes[fitting++] ?? 0;
  const largest = Math.max(1, ...sizes);
  pageSize.page = Math.max(1, Math.min(PAGE, pageSize.page * 2, Math.floor(PAGE_BYTES / largest)));
  return { docs: docs.slice(0, fitting), isLast: !cursor && fitting === docs.length };
}

/** Replaces the old document id in the fields of a record. */
function renamed({ documentId, newDocumentId }: StoredMigration, data: DocData): DocData {
  return data.documentId === documentId ? { ...data, documentId: newDocumentId } : data;
}
