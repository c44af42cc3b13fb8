import { FieldPath, type Firestore, type Query as FirestoreQuery, type QuerySnapshot } from "firebase-admin/firestore";
import { encodeId } from "#store/paths";
import type { Cursor, Doc, DocData, Query, QueryResult, Value, WatchQuery } from "#store/port";
import { UNDER } from "#store/rules";
import { toDoc, underOf } from "./convert.ts";

/** Converts a query that has passed `checkQuery`. */
export function toQuery(firestore: Firestore, query: Query): FirestoreQuery {
  const orders = query.orderBy ?? [];
  let result: FirestoreQuery =
    "group" in query
      ? firestore.collectionGroup(query.group).where(UNDER, "==", underOf(query.under))
      : firestore.collection(query.collection);
  for (const { field, op, value } of query.where ?? []) result = result.where(new FieldPath(field), op, value);
  for (const { field, direction } of orders) result = result.orderBy(new FieldPath(field), direction);
  result = result.orderBy(FieldPath.documentId(), orders.at(-1)?.direction ?? "asc");
  if (query.after)
    result = result.startAfter(...query.after.map((value, i) => fromCursor(firestore, value, i === orders.length)));
  if (query.limit !== undefined) result = result.limit(query.limit);
  // The fields of the order are read as well, because the cursor contains them.
  const fields = query.select && new Set([...query.select, ...orders.map((order) => order.field)]);
  return fields ? result.select(...[...fields].map((field) => new FieldPath(field))) : result;
}

/** Converts what is to be watched and has passed `checkWatch`. */
export function toWatchedQuery(firestore: Firestore, { id, ...query }: WatchQuery): FirestoreQuery {
  if (id === undefined) return toQuery(firestore, query);
  const { collection } = query;
  return firestore.collection(collection).where(FieldPath.documentId(), "==", encodeId(id));
}

/** Converts the result of a `toQuery` query to a page. */
export function toResult<T extends DocData>(query: Query, snapshot: QuerySnapshot): QueryResult<T> {
  const all = snapshot.docs.map((one) => toDoc<T>(one)).filter((doc) => doc !== undefined);
  const docs = withinBytes(all, query.maxBytes);
  const last = docs.length === query.limit || docs.length < all.length ? docs.at(-1) : undefined;
  const cursor = last && toCursor(query, last);
  if (query.select) for (const doc of docs) doc.data = pick(doc.data, query.select);
  return cursor ? { docs, cursor } : { docs };
}

/** The documents within `maxBytes`, but at least one: Firestore itself has no such limit. */
function withinBytes<T extends DocData>(docs: Doc<T>[], maxBytes: number | undefined): Doc<T>[] {
  if (maxBytes === undefined) return docs;
  let total = 0;
  const excess = docs.findIndex(({ data }, i) => {
    total += Buffer.byteLength(JSON.stringify(data));
    return i > 0 && total > maxBytes;
  });
  return excess === -1 ? docs : docs.slice(0, excess);
}

function pick<T extends DocData>(data: T, fields: readonly string[]): T {
  return Object.fromEntries(Object.entries(data).filter(([field]) => fields.includes(field))) as T;
}

function toCursor(query: Query, doc: Doc): Cursor {
  const values = (query.orderBy ?? []).map(({ field }) => {
    const value: Value | undefined = doc.data[field];
    return (value instanceof Date ? { date: value.getTime() } : value) as Cursor[number];
  });
  return [...values, doc.path];
}

function fromCursor(firestore: Firestore, value: Cursor[number], isPath: boolean): unknown {
  if (isPath) return firestore.doc(value as string);
  return typeof value === "object" && value !== null ? new Date(value.date) : value;
}
