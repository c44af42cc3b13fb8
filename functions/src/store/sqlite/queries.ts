import { collectionName, encodeId, splitPath } from "#store/paths";
import type { Cursor, Filter, Query, Value, WatchQuery } from "#store/port";
import { checkQuery, checkWatch, type QueryPlan } from "#store/query-plan";
import type { IndexFile, Tree } from "#store/tree";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";
import type { Extent } from "./extent.ts";
import { documentKeys, fieldKey, groupScopePath, type Index, type Indexes, indexName } from "./indexes.ts";
import { afterPrefix } from "./keys.ts";
import { BYTES_OF_DOC } from "./large-documents.ts";

/** A document in the result of a query. */
export interface QueryRow {
  path: string;
  version: number;
  /** Length of `data`, in bytes. */
  bytes: number;
  /** JSON text; null if it is longer than `MAX_INLINE` or was not requested. */
  data: string | null;
}

/** The rows of a query, and how to make a cursor if a limit has ended it. */
export interface QueryRows {
  rows: QueryRow[];
  cursor?: (row: QueryRow, data: Record<string, unknown>) => Cursor;
}

interface EntryRow {
  key: Uint8Array;
  coll: number;
  id: string;
  version: number;
  bytes: number;
  data: string | null;
}

/** Documents longer than this, in bytes, are read one by one, so that no single statement blocks the event loop. */
const MAX_INLINE = 8192;
const VERSION_ONLY = `d.version, ${BYTES_OF_DOC} AS bytes, NULL AS data`;
const WITH_DATA = `d.version, ${BYTES_OF_DOC} AS bytes,
  CASE WHEN octet_length(d.data) BETWEEN 1 AND ${MAX_INLINE} THEN d.data END AS data`;

/** A range of one index; its keys start with `prefix`, from `low` up to but excluding `high`. */
interface Range {
  prefix: Buffer;
  low: Buffer;
  high: Buffer;
}

/** Type tags and path bytes stay below this, so it ends every index. */
const END = Buffer.from([0xff]);
const UNLIMITED = -1;
/** Rows that one read counts: it takes a few ms at most. */
const COUNTED_AT_ONCE = 5000;
const ENTRIES_WITH_DOCS = "entries e CROSS JOIN docs d ON d.coll = e.coll AND d.id = e.id";

/** Answers queries from the primary key or from one index, reading no more rows than it returns. */
export class Queries {
  readonly #db: Database;
  readonly #collections: Collections;
  readonly #indexes: Indexes;
  readonly #tree: Tree;
  readonly #composites: IndexFile["indexes"];

  constructor(db: Database, collections: Collections, indexes: Indexes, tree: Tree, composites: IndexFile["indexes"]) {
    this.#db = db;
    this.#collections = collections;
    this.#indexes = indexes;
    this.#tree = tree;
    this.#composites = composites;
  }

  /** The matching rows in order, with their data. */
  run(query: Query): QueryRows {
    return this.#find(query, WITH_DATA);
  }

  /** The matching rows in order, without their data. */
  versions(query: Query): QueryRows {
    return this.#find(query, VERSION_ONLY);
  }

  #find(query: Query, columns: string): QueryRows {
    const plan = checkQuery(this.#tree, this.#composites, query);
    const isById = plan.fields.length === 0 && "collection" in query;
    const { index, rest } = isById ? { rest: [] } : this.#index(plan);
    const matches = index ? this.#byIndex(query, plan, index, columns) : this.#byId(query as CollectionQuery, columns);
    const rows = withinBytes(matches, query.maxBytes);
    if (rows.length < matches.length || (rows.length > 0 && isFull(rows, query)))
      return {
        rows,
        cursor: (row, data) => [...rest.map(({ field }) => toCursorValue(data[field] as Value)), row.path],
      };
    return { rows };
  }

  /** Counts the rows that match, beyond the query's limit if need be. Each step counts a batch of them in one short read. */
  *count(query: Query): Generator<number, void> {
    const plan = checkQuery(this.#tree, this.#composites, query);
    const batch = Math.min(COUNTED_AT_ONCE, query.limit ?? COUNTED_AT_ONCE);
    if (plan.fields.length === 0 && "collection" in query) return yield* this.#countById(query, batch);
    const { index } = this.#index(plan);
    for (const range of this.#ranges(query, plan, index)) yield* this.#countEntries(query, index, range, batch);
  }

  *#countById(query: CollectionQuery, batch: number): Generator<number, void> {
    const coll = this.#collections.find(query.collection);
    if (coll === undefined) return;
    const sql = `SELECT count(*) AS n, max(id) AS last
      FROM (SELECT id FROM docs WHERE coll = ? AND id > ? ORDER BY id LIMIT ?)`;
    for (let after = afterId(query); ; ) {
      const { n, last } = this.#db.statement(sql).get(coll, after, batch) as { n: number; last: string };
      yield n;
      if (n < batch) return;
      after = last;
    }
  }

  *#countEntries(query: Query, index: Index, range: Range, batch: number): Generator<number, void> {
    for (let from: EntryPosition | undefined; ; ) {
      const bounds = this.#where(query, index, range, from);
      if (!bounds) return;
      const { where, values } = bounds;
      const counting = `SELECT count(*) AS n FROM (SELECT 1 FROM entries e WHERE ${where} LIMIT ?)`;
      const { n } = this.#db.statement(counting).get(...values, batch) as { n: number };
      const sql = `SELECT e.key, e.coll, e.id FROM entries e WHERE ${where} ORDER BY e.key, e.coll, e.id LIMIT 1 OFFSET ?`;
      const last = n < batch ? undefined : this.#db.statement(sql).get(...values, batch - 1);
      yield n;
      if (!last) return;
      const { key, coll, id } = last as unknown as EntryRow;
      from = [Buffer.from(key), coll, id];
    }
  }

  /** The rows that match a query, at any later time. */
  extent(query: WatchQuery): Extent {
    const plan = checkWatch(this.#tree, this.#composites, query);
    const { id } = query;
    if (id !== undefined)
      return { sources: () => this.#byCollection(query, "d.id = ?", encodeId(id)), matches: (doc) => doc.id === id };
    if (plan.fields.length === 0) return { sources: () => this.#byCollection(query), matches: () => true };
    const { index } = this.#index(plan);
    const ranges = this.#ranges(query, plan, index);
    return {
      sources: () =>
        ranges.flatMap((range) => {
          const { where, values } = this.#where(query, index, range) ?? {};
          return where && values ? [{ sql: `${ENTRIES_WITH_DOCS} WHERE ${where}`, values }] : [];
        }),
      matches: ({ data }) =>
        documentKeys(index, data).some((key) =>
          ranges.some(({ low, high }) => key.compare(low) >= 0 && key.compare(high) < 0),
        ),
    };
  }

  /** The rows of a collection. None before it is first written. @param further condition on them, with its value. */
  #byCollection({ collection }: WatchQuery, further?: string, ...values: string[]): ReturnType<Extent["sources"]> {
    const coll = this.#collections.find(collection);
    if (coll === undefined) return [];
    return [{ sql: `docs d WHERE d.coll = ?${further ? ` AND ${further}` : ""}`, values: [coll, ...values] }];
  }

  #index(plan: QueryPlan): { index: Index; rest: Index["fields"] } {
    const index = this.#indexes.get(indexName(plan.name, plan.scope === "COLLECTION_GROUP", plan.fields));
    return { index, rest: index.fields.slice(plan.equalities) };
  }

  #byId(query: CollectionQuery, columns: string): QueryRow[] {
    const { collection } = query;
    const coll = this.#collections.find(collection);
    if (coll === undefined) return [];
    const sql = `SELECT d.id, ${columns} FROM docs d WHERE d.coll = ? AND d.id > ? ORDER BY d.id LIMIT ?`;
    const rows = this.#rows(sql, [coll, afterId(query)], query);
    return rows.map(({ id, version, bytes, data }) => ({ path: `${collection}/${id}`, version, bytes, data }));
  }

  /** Rows up to the query's limits; the last one may exceed `maxBytes`. */
  #rows(sql: string, values: (number | string | Buffer)[], { limit = UNLIMITED, maxBytes }: Query): EntryRow[] {
    const statement = this.#db.statement(sql);
    if (maxBytes === undefined) return statement.all(...values, limit) as unknown as EntryRow[];
    const rows: EntryRow[] = [];
    let bytes = 0;
    for (const row of statement.iterate(...values, limit) as unknown as Iterable<EntryRow>) {
      rows.push(row);
      bytes += row.bytes;
      if (bytes > maxBytes) break;
    }
    return rows;
  }

  #byIndex(query: Query, plan: QueryPlan, index: Index, columns: string): QueryRow[] {
    const backwards = isBackwards(query);
    const ranges = this.#ranges(query, plan, index);
    const found: { suffix: Buffer; id: string; row: QueryRow }[] = [];
    for (const range of ranges) {
      const bounds = this.#where(query, index, range);
      if (!bounds) continue;
      const order = backwards ? "e.key DESC, e.coll DESC, e.id DESC" : "e.key, e.coll, e.id";
      const sql = `SELECT e.key, e.coll, e.id, ${columns} FROM ${ENTRIES_WITH_DOCS}
        WHERE ${bounds.where} ORDER BY ${order} LIMIT ?`;
      for (const { key, coll, id, version, bytes, data } of this.#rows(sql, bounds.values, query)) {
        const path = "collection" in query ? `${query.collection}/${id}` : `${this.#collections.path(coll)}/${id}`;
        found.push({ suffix: Buffer.from(key).subarray(range.prefix.length), id, row: { path, version, bytes, data } });
      }
    }
    if (ranges.length > 1) {
      const sign = backwards ? -1 : 1;
      found.sort((a, b) => sign * (a.suffix.compare(b.suffix) || Buffer.from(a.id).compare(Buffer.from(b.id))));
    }
    return found.slice(0, query.limit ?? found.length).map(({ row }) => row);
  }

  /** One range per value of an `in` filter, otherwise one range. */
  #ranges(query: Query, plan: QueryPlan, index: Index): Range[] {
    const filters = query.where ?? [];
    let prefixes: Buffer[] = [Buffer.alloc(0)];
    for (const field of index.fields.slice(0, plan.equalities)) {
      const filter = filters.find((f) => f.field === field.field) as Filter;
      const values = filter.op === "in" ? (filter.value as Value[]) : [filter.value];
      const keys = values.map((value) => fieldKey(field, value)).filter((key) => key !== undefined);
      prefixes = prefixes.flatMap((prefix) => keys.map((key) => Buffer.concat([prefix, key])));
    }
    const distinct = [...new Map(prefixes.map((prefix) => [prefix.toString("latin1"), prefix])).values()];
    return distinct.map((prefix) => bound(prefix, filters, index.fields[plan.equalities]));
  }

  /** Conditions on `entries e`; undefined when the scope was never written. @param from only entries after this one. */
  #where(query: Query, index: Index, range: Range, from?: EntryPosition) {
    const scope = this.#collections.find(
      "collection" in query ? query.collection : groupScopePath(query.under, query.group),
    );
    if (scope === undefined) return undefined;
    const position = this.#positionOf(query, index, range);
    const backwards = isBackwards(query);
    // On each side a single bound, because with two SQLite would scan all ties of the first one.
    const start = from ?? (backwards ? undefined : position);
    const end = backwards ? position : undefined;
    const low = start ? "(e.key, e.coll, e.id) > (?, ?, ?)" : "e.key >= ?";
    const high = end ? "(e.key, e.coll, e.id) < (?, ?, ?)" : "e.key < ?";
    const values = [index.num, scope, ...(start ?? [range.low]), ...(end ?? [range.high])];
    return { where: `e.idx = ? AND e.scope = ? AND ${low} AND ${high}`, values };
  }

  /** Where the query continues. The caller supplies it, so a position outside the range must not widen that. */
  #positionOf(query: Query, index: Index, range: Range): EntryPosition | undefined {
    if (!query.after) return undefined;
    const path = query.after.at(-1) as string;
    const { collection, id } = splitPath(path);
    const rest = index.fields.slice(index.fields.length - (query.after.length - 1));
    const keys = rest.map((field, i) => fieldKey(field, fromCursorValue(query.after?.[i])) ?? Buffer.alloc(0));
    const key = Buffer.concat([range.prefix, ...keys, ...(index.group ? [Buffer.from(path)] : [])]);
    if (isBackwards(query) ? key.compare(range.high) >= 0 : key.compare(range.low) < 0) return undefined;
    return [key, this.#collections.find(collection) ?? 0, id];
  }
}

/** Key, collection number and id of an entry. */
type EntryPosition = [key: Buffer, coll: number, id: string];

type CollectionQuery = Extract<Query, { collection: string }>;

/** The rows within `maxBytes`, but at least one. */
function withinBytes(rows: QueryRow[], maxBytes: number | undefined): QueryRow[] {
  if (maxBytes === undefined) return rows;
  let total = 0;
  const excess = rows.findIndex(({ bytes }, i) => {
    total += bytes;
    return i > 0 && total > maxBytes;
  });
  return excess === -1 ? rows : rows.slice(0, excess);
}

/** Whether a limit of the query was reached, so that more rows may follow. */
function isFull(rows: readonly QueryRow[], { limit, maxBytes }: Query): boolean {
  if (rows.length === limit) return true;
  return maxBytes !== undefined && rows.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes;
}

function isBackwards(query: Query): boolean {
  return query.orderBy?.at(-1)?.direction === "desc";
}

function afterId(query: Query): string {
  return query.after ? splitPath(query.after.at(-1) as string).id : "";
}

/** Narrows a prefix by the range filters on the next field, to values of the type of the filter. */
function bound(prefix: Buffer, filters: Filter[], field: Index["fields"][number] | undefined): Range {
  let low = prefix;
  let high = afterPrefix(prefix) ?? END;
  for (const { op, value } of filters.filter((f) => f.field === field?.field)) {
    const key = field && fieldKey(field, value);
    if (!key || !/^[<>]/.test(op)) continue;
    const at = Buffer.concat([prefix, key]);
    const type = Buffer.concat([prefix, key.subarray(0, 1)]);
    low = later(low, type);
    high = earlier(high, afterPrefix(type) ?? END);
    const isLower = op.startsWith(">") !== field?.inverted;
    const includes = op.endsWith("=");
    if (isLower) low = later(low, includes ? at : (afterPrefix(at) ?? END));
    else high = earlier(high, includes ? (afterPrefix(at) ?? END) : at);
  }
  return { prefix, low, high };
}

const later = (a: Buffer, b: Buffer) => (a.compare(b) >= 0 ? a : b);
const earlier = (a: Buffer, b: Buffer) => (a.compare(b) <= 0 ? a : b);

function toCursorValue(value: Value): Cursor[number] {
  return value instanceof Date ? { date: value.getTime() } : (value as Cursor[number]);
}

function fromCursorValue(value: Cursor[number] | undefined): Value | undefined {
  return typeof value === "object" && value !== null ? new Date(value.date) : value;
}

/** Identifies a query's result: the text changes whenever the result does. */
export function fingerprint(rows: QueryRow[]): string {
  return rows.map(({ path, version }) => `${collectionName(path)}@${version}`).join(" ");
}
