import { FieldPath, type Firestore, type Query as FirestoreQuery, type QuerySnapshot } from "firebase-admin/firestore";
import { hashOfName } from "#platform/text/named-document";
import type { Lookup } from "#store/lookups";
import { pick } from "#store/patches";
import { encodeId } from "#store/paths";
import type { Cursor, Doc, DocData, Query, QueryResult, WatchQuery } from "#store/port";
import { queryByName } from "#store/query-plan";
import { NAMED, UNDER } from "#store/rules";
import { cursorAfter, fromCursorValue } from "#store/scan";
import { toDoc, underOf } from "./convert.ts";

/** Converts a query that has passed `checkQuery`. */
export function toQuery(firestore: Firestore, query: Query): FirestoreQuery {
  const orders = query.orderBy ?? [];
  const nameQuery = queryByName(query);
  // The hash of a name includes the document that bounds the query, so the index needs no field for it.
  let result = nameQuery
    ? firestore
        .collectionGroup(nameQuery.group)
        .where(NAMED, "array-contains", hashOfName(nameQuery.under, String(nameQuery.name)))
    : filtered(firestore, query);
  for (const { field, direction } of orders) result = result.orderBy(new FieldPath(field), direction);
  result = result.orderBy(FieldPath.documentId(), orders.at(-1)?.direction ?? "asc");
  if (query.after)
    result = result.startAfter(...query.after.map((value, i) => fromCursor(firestore, value, i === orders.length)));
  if (query.limit !== undefined) result = result.limit(query.limit);
  // The fields of the order are read as well, because the cursor contains them.
  const fields = query.select && new Set([...query.select, ...orders.map((order) => order.field)]);
  return fields ? result.select(...[...fields].map((field) => new FieldPath(field))) : result;
}

function filtered(firestore: Firestore, query: Query): FirestoreQuery {
  const all: FirestoreQuery =
    "group" in query
      ? firestore.collectionGroup(query.group).where(UNDER, "==", underOf(query.under))
      : firestore.collection(query.collection);
  return (query.where ?? []).reduce((some, { field, op, value }) => some.where(new FieldPath(field), op, value), all);
}

/** The query that finds documents by their paths, in any collections of one name. Firestore indexes all documents by path. */
export function toLookup(firestore: Firestore, { name, paths }: Lookup): FirestoreQuery {
  const refs = paths.map((path) => firestore.doc(path));
  return firestore.collectionGroup(name).where(FieldPath.documentId(), "in", refs);
}

/** Converts a watch query that has passed `checkWatch`. */
export function toWatchedQuery(firestore: Firestore, { id, afterId, ...query }: WatchQuery): FirestoreQuery {
  const { collection } = query;
  if (afterId !== undefined) return toQuery(firestore, { ...query, after: [`${collection}/${encodeId(afterId)}`] });
  if (id === undefined) return toQuery(firestore, query);
  return firestore.collection(collection).where(FieldPath.documentId(), "==", encodeId(id));
}

/** Documents in the first read of a query that is bounded in bytes: Firestore has no such bound, and each takes up to 1 MiB. */
const FIRST_READ = 16;
/** The same when only some fields are read. */
const FIRST_READ_OF_FIELDS = 256;
/** Maximum growth from one read to the next: large documents may follow small ones. */
const GROWTH = 4;

/**
 * Reads a page of a query. With `maxBytes` it reads in batches sized by what still fits, so that a page of large
 * documents reads, bills and buffers only a few more than it returns.
 */
export async function readPage<T extends DocData>(
  query: Query,
  read: (query: Query) => Promise<QuerySnapshot>,
): Promise<QueryResult<T>> {
  const { limit = Number.POSITIVE_INFINITY, maxBytes, select } = query;
  const docs: Doc<T>[] = [];
  let [bytes, docsRead] = [0, 0];
  const end = (isLast: boolean): QueryResult<T> => {
    const last = isLast ? undefined : docs.at(-1);
    const cursor = last && cursorAfter(query, last);
    if (select) for (const doc of docs) doc.data = pick(doc.data, select);
    return { docs, ...(cursor && { cursor }), ...(docsRead > docs.length && { docsRead }) };
  };
  for (let batch = maxBytes === undefined ? limit : select ? FIRST_READ_OF_FIELDS : FIRST_READ; ; ) {
    const count = Math.min(batch, limit - docs.length);
    const last = docs.at(-1);
    const { docs: snapshots } = await read({
      ...query,
      limit: Number.isFinite(count) ? count : undefined,
      ...(last && { after: cursorAfter(query, last) }),
    });
    docsRead += snapshots.length;
    for (const snapshot of snapshots) {
      const doc = toDoc<T>(snapshot);
      if (!doc) continue;
      bytes += maxBytes === undefined ? 0 : Buffer.byteLength(JSON.stringify(doc.data));
      if (docs.length > 0 && maxBytes !== undefined && bytes > maxBytes) return end(false);
      docs.push(doc);
    }
    if (docs.length >= limit) return end(false);
    if (snapshots.length < count) return end(true);
    batch = nextBatch(batch, docs.length, (maxBytes ?? 0) - bytes, bytes);
  }
}

function nextBatch(batch: number, count: number, bytesLeft: number, bytes: number): number {
  const fitting = Math.floor((bytesLeft * count) / Math.max(1, bytes)) + 1;
  return Math.max(1, Math.min(batch * GROWTH, fitting));
}

function fromCursor(firestore: Firestore, value: Cursor[number], isPath: boolean): unknown {
  return isPath ? firestore.doc(value as string) : fromCursorValue(value);
}
