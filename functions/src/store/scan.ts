import type { Cursor, Doc, DocData, Query, QueryResult, StoreReader, Value } from "./port.ts";

/** Maximum number of documents that one page reads: a filter that few documents match ends the page early. */
const MAX_DOCS_READ = 5000;
/** Maximum text that one page reads, in characters: 5,000 documents may be as many MiB. */
const MAX_TEXT_READ = 64 * 1024 * 1024;
/** A page ends when it holds this much text, in characters, since a reply must fit into memory. */
const MAX_PAGE_TEXT = 8 * 1024 * 1024;
const MAX_BATCH = 1000;
/** Maximum size of one read, in bytes. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** A page of matching documents; it may be short where many documents had to be read. */
export interface ScanPage<T extends DocData> {
  docs: Doc<T>[];
  /** Present unless the end of the query was reached; more documents may follow even an empty page. */
  cursor?: Cursor;
}

/**
 * A page of documents that pass a filter which no index serves: reads in batches and applies `keep`. It reads no more than
 * the page size if all documents are kept, and at most about 5,000 documents or 64 MiB. Large documents make shorter pages.
 * @param query without `limit` and `select`; the page starts behind `after`.
 * @param size maximum number of documents in the page.
 * @param isBehind whether a document, and so all after it, stands behind the end of what is asked for.
 */
export async function scan<T extends DocData>(
  reader: StoreReader,
  query: Query,
  size: number,
  keep: (docs: Doc<T>[]) => Doc<T>[] | Promise<Doc<T>[]>,
  isBehind: (doc: Doc<T>) => boolean = () => false,
): Promise<ScanPage<T>> {
  const kept: Doc<T>[] = [];
  const text = { read: 0, kept: 0 };
  let after = query.after;
  let limit = size;
  for (let docsRead = 0; docsRead < MAX_DOCS_READ && text.read < MAX_TEXT_READ && text.kept < MAX_PAGE_TEXT; ) {
    const page = untilEnd(
      await reader.query<T>({ ...query, limit, maxBytes: BATCH_BYTES, ...(after && { after }) }),
      isBehind,
    );
    const matches = await keep(page.docs);
    kept.push(...matches);
    const last = kept[size - 1];
    if (last && (kept.length > size || page.cursor))
      return { docs: kept.slice(0, size), cursor: cursorAfter(query, last) };
    if (!page.cursor) return { docs: kept };
    after = page.cursor;
    docsRead += page.docs.length;
    text.read += textOf(page.docs);
    text.kept += textOf(matches);
    limit = nextLimit(limit, Math.floor((BATCH_BYTES * docsRead) / Math.max(1, text.read)));
  }
  return { docs: kept, ...(after && { cursor: after }) };
}

/** The page up to the first document behind the end, which leaves it without a cursor. */
function untilEnd<T extends DocData>(page: QueryResult<T>, isBehind: (doc: Doc<T>) => boolean): QueryResult<T> {
  const end = page.docs.findIndex(isBehind);
  return end < 0 ? page : { docs: page.docs.slice(0, end) };
}

/** Batches grow while few documents are kept. @param fitting number of documents of average size that fit into a batch. */
function nextLimit(limit: number, fitting: number): number {
  return Math.max(1, Math.min(MAX_BATCH, fitting, Math.max(limit * 2, 100)));
}

/** Total length of all texts in characters, which dominates the size of documents. */
function textOf(docs: readonly Doc[]): number {
  let length = 0;
  for (const { data } of docs)
    for (const value of Object.values(data)) if (typeof value === "string") length += value.length;
  return length;
}

/** The cursor behind a document of a query. The document must hold the fields that the query orders by. */
export function cursorAfter(query: Query, doc: Doc): Cursor {
  const values = (query.orderBy ?? []).map(({ field }) => {
    const value: Value | undefined = doc.data[field];
    return (value instanceof Date ? { date: value.getTime() } : value) as Cursor[number];
  });
  return [...values, doc.path];
}
