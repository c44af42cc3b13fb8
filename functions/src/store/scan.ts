import { PAGE_BYTES, textBytes } from "./page-bytes.ts";
import type { Cursor, Doc, DocData, Query, QueryResult, StoreReader, Value } from "./port.ts";

/** Maximum number of documents that one page reads: a filter that few documents match ends the page early. */
const MAX_DOCS_READ = 5000;
/** Maximum text that one page reads, in bytes: 5,000 documents may take 5,000 MiB. */
const MAX_TEXT_READ = 64 * 1024 * 1024;
const MAX_BATCH = 1000;
/** Maximum size of one read, in bytes: SQLite finds this much within one time slice. */
const BATCH_BYTES = 1024 * 1024;

/** A page of matching documents; it may be short if many documents had to be read. */
export interface ScanPage<T extends DocData> {
  docs: Doc<T>[];
  /** Present unless the end of the query was reached; more documents may follow even an empty page. */
  cursor?: Cursor;
}

/** Options of a scan besides its filter. */
interface ScanOptions<T extends DocData> {
  /** Whether a document, and therefore every later one, is beyond the end of the requested range. */
  isBehind?: (doc: Doc<T>) => boolean;
  /** Bytes that a kept document adds to the page. The page ends before one that does not fit. Default: those of its texts. */
  bytesOf?: (doc: Doc<T>) => number;
  /** Awaited before each batch after the first. */
  beforeMore?: () => Promise<void>;
}

/**
 * A page of documents that pass a filter which no index serves: reads in batches and applies `keep`. It reads no more
 * than the page size if all documents are kept, and at most about 5,000 documents or 64 MiB.
 * @param query without `limit` and `select`; the page starts behind `after` and holds `maxBytes` of text, by default 4 MiB.
 * @param size maximum number of documents in the page.
 */
export async function scan<T extends DocData>(
  reader: Pick<StoreReader, "query">,
  query: Query,
  size: number,
  keep: (docs: Doc<T>[]) => Doc<T>[] | Promise<Doc<T>[]>,
  { isBehind = () => false, bytesOf = textBytes, beforeMore }: ScanOptions<T> = {},
): Promise<ScanPage<T>> {
  const matches: Doc<T>[] = [];
  const { maxBytes = PAGE_BYTES } = query;
  const text = { read: 0, kept: 0 };
  let after = query.after;
  let limit = size;
  for (let docsRead = 0; docsRead < MAX_DOCS_READ && text.read < MAX_TEXT_READ; ) {
    if (docsRead > 0) await beforeMore?.();
    const page = untilEnd(
      await reader.query<T>({ ...query, limit, maxBytes: BATCH_BYTES, ...(after && { after }) }),
      isBehind,
    );
    for (const match of await keep(page.docs)) {
      const bytes = bytesOf(match);
      const before = matches.at(-1);
      if (before && text.kept + bytes > maxBytes) return { docs: matches, cursor: cursorAfter(query, before) };
      matches.push(match);
      text.kept += bytes;
    }
    const last = matches[size - 1];
    if (last && (matches.length > size || page.cursor))
      return { docs: matches.slice(0, size), cursor: cursorAfter(query, last) };
    if (!page.cursor) return { docs: matches };
    after = page.cursor;
    if (isAlmostFull(text.kept, matches.length, maxBytes)) break;
    docsRead += page.docs.length;
    for (const doc of page.docs) text.read += textBytes(doc);
    limit = nextLimit(limit, Math.floor((BATCH_BYTES * docsRead) / Math.max(1, text.read)));
  }
  return { docs: matches, ...(after && { cursor: after }) };
}

/** The page up to the first document beyond the end; if there is one, without a cursor. */
function untilEnd<T extends DocData>(page: QueryResult<T>, isBehind: (doc: Doc<T>) => boolean): QueryResult<T> {
  const end = page.docs.findIndex(isBehind);
  return end < 0 ? page : { docs: page.docs.slice(0, end) };
}

/** Whether a further document of average size would not fit, so that reading more is pointless. */
function isAlmostFull(bytes: number, count: number, maxBytes: number): boolean {
  return count > 0 && bytes + bytes / count > maxBytes;
}

/**
 * Batches grow while few documents are kept.
 * @param fitting number of documents of average size that fit into a batch; one more than these shows the end of the query.
 */
function nextLimit(limit: number, fitting: number): number {
  return Math.min(MAX_BATCH, fitting + 1, Math.max(limit * 2, 100));
}

/** The cursor after a document of a query. The document must hold the fields that the query orders by. */
export function cursorAfter(query: Query, doc: Doc): Cursor {
  return [...(query.orderBy ?? []).map(({ field }) => toCursorValue(doc.data[field])), doc.path];
}

/** The value of a field in a cursor. */
export function toCursorValue(value: Value | undefined): Cursor[number] {
  return value instanceof Date ? { date: value.getTime() } : (value as Cursor[number]);
}

/** The field value that a value of a cursor stands for. */
export function fromCursorValue(value: Cursor[number] | undefined): Value | undefined {
  return typeof value === "object" && value !== null ? new Date(value.date) : value;
}
