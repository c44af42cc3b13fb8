import type { Cursor, Doc, DocData, Query, StoreReader, Value } from "./port.ts";

/** Most documents that one page looks through: a filter that few match ends a page early, never the reply. */
const MOST_LOOKED_AT = 5000;
const LARGEST_BATCH = 1000;

/** Some documents, or fewer than asked for where many had to be looked through. */
export interface Scanned<T extends DocData> {
  docs: Doc<T>[];
  /** Present unless the query's end was reached: more may follow, also after an empty page. */
  cursor?: Cursor;
}

/**
 * A page of what a query finds and no index can tell: reads batch after batch and keeps what `keep` keeps.
 * Reads as many documents as the page is long where all are kept, and never more than 5,000.
 * @param query without `limit` and `select`; `after` is where the page starts.
 */
export async function scan<T extends DocData>(
  reader: StoreReader,
  query: Query,
  size: number,
  keep: (docs: Doc<T>[]) => Doc<T>[] | Promise<Doc<T>[]>,
): Promise<Scanned<T>> {
  const kept: Doc<T>[] = [];
  let after = query.after;
  let limit = size;
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; ) {
    const page = await reader.query<T>({ ...query, limit, ...(after && { after }) });
    kept.push(...(await keep(page.docs)));
    const last = kept[size - 1];
    if (last && (kept.length > size || page.cursor))
      return { docs: kept.slice(0, size), cursor: cursorAfter(query, last) };
    if (!page.cursor) return { docs: kept };
    after = page.cursor;
    lookedAt += page.docs.length;
    limit = Math.min(LARGEST_BATCH, Math.max(limit * 2, 100));
  }
  return { docs: kept, ...(after && { cursor: after }) };
}

/** The position behind a document of a query, which has read the fields that it orders by. */
export function cursorAfter(query: Query, doc: Doc): Cursor {
  const values = (query.orderBy ?? []).map(({ field }) => {
    const value: Value | undefined = doc.data[field];
    return (value instanceof Date ? { date: value.getTime() } : value) as Cursor[number];
  });
  return [...values, doc.path];
}
