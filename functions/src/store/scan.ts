import type { Cursor, Doc, DocData, Query, StoreReader, Value } from "./port.ts";

/** Most documents that one page looks through: a filter that few match ends a page early, never the reply. */
const MOST_LOOKED_AT = 5000;
/** Most text that one page looks through, in characters: 5,000 documents may be as many MiB. */
const MOST_TEXT = 64 * 1024 * 1024;
/** A page ends when it holds so much text, in characters: a reply must fit into memory. */
const FULL_PAGE = 8 * 1024 * 1024;
const LARGEST_BATCH = 1000;
/** Bytes that are read together. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** Some documents, or fewer than asked for where many had to be looked through. */
export interface ScanPage<T extends DocData> {
  docs: Doc<T>[];
  /** Present unless the query's end was reached: more may follow, also after an empty page. */
  cursor?: Cursor;
}

/**
 * A page of what a query finds and no index can tell: reads batch after batch and keeps what `keep` keeps.
 * Reads as many documents as the page is long where all are kept, and never more than 5,000 or, where they are large,
 * than 64 MiB of them. A page of large documents is shorter than asked for.
 * @param query without `limit` and `select`; `after` is where the page starts.
 */
export async function scan<T extends DocData>(
  reader: StoreReader,
  query: Query,
  size: number,
  keep: (docs: Doc<T>[]) => Doc<T>[] | Promise<Doc<T>[]>,
): Promise<ScanPage<T>> {
  const kept: Doc<T>[] = [];
  const text = { read: 0, kept: 0 };
  let after = query.after;
  let limit = size;
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT && text.read < MOST_TEXT && text.kept < FULL_PAGE; ) {
    const page = await reader.query<T>({ ...query, limit, maxBytes: BATCH_BYTES, ...(after && { after }) });
    const found = await keep(page.docs);
    kept.push(...found);
    const last = kept[size - 1];
    if (last && (kept.length > size || page.cursor))
      return { docs: kept.slice(0, size), cursor: cursorAfter(query, last) };
    if (!page.cursor) return { docs: kept };
    after = page.cursor;
    lookedAt += page.docs.length;
    text.read += textOf(page.docs);
    text.kept += textOf(found);
    limit = nextLimit(limit, Math.floor((BATCH_BYTES * lookedAt) / Math.max(1, text.read)));
  }
  return { docs: kept, ...(after && { cursor: after }) };
}

/** The batches grow while few documents are kept. @param fitting documents of the usual size that fit into one. */
function nextLimit(limit: number, fitting: number): number {
  return Math.max(1, Math.min(LARGEST_BATCH, fitting, Math.max(limit * 2, 100)));
}

/** Characters of all texts: what is large in a document is text. */
function textOf(docs: readonly Doc[]): number {
  let length = 0;
  for (const { data } of docs)
    for (const value of Object.values(data)) if (typeof value === "string") length += value.length;
  return length;
}

/** The position behind a document of a query, which has read the fields that it orders by. */
export function cursorAfter(query: Query, doc: Doc): Cursor {
  const values = (query.orderBy ?? []).map(({ field }) => {
    const value: Value | undefined = doc.data[field];
    return (value instanceof Date ? { date: value.getTime() } : value) as Cursor[number];
  });
  return [...values, doc.path];
}
