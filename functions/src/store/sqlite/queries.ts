import { encodeId, splitPath } from "#store/paths";
import type { Cursor, Query, Value, WatchQuery } from "#store/port";
import { checkQuery, checkWatch, type QueryPlan } from "#store/query-plan";
import { toCursorValue } from "#store/scan";
import type { IndexFile, Tree } from "#store/tree";
import type { Collections } from "./collections.ts";
import { COUNTED_AT_ONCE, countDocuments, countEntries } from "./counts.ts";
import type { Database } from "./database.ts";
import type { Extent } from "./extent.ts";
import {
  type Conditions,
  type EntryPosition,
  entryConditions,
  isBackwards,
  type Range,
  rangesOf,
} from "./index-ranges.ts";
import { documentKeys, type Index, type Indexes, indexName } from "./indexes.ts";

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

/** The selected columns of a document. SQLite creates arrays in half the time that objects take. */
type DocumentRow = [id: string, version: number, bytes: number, data: string | null];

/** The same for an index entry. The second to fourth columns are empty if its document is not read. */
type EntryRow = [...DocumentRow, coll: number, key: Uint8Array];

/** Documents longer than this, in bytes, are read one by one, so that no single statement blocks the event loop. */
const MAX_INLINE = 8192;
const VERSION_ONLY = "d.version, octet_length(d.data) AS bytes, NULL AS data";
const WITH_DATA = `d.version, octet_length(d.data) AS bytes,
  CASE WHEN octet_length(d.data) <= ${MAX_INLINE} THEN d.data END AS data`;

const WITHOUT_DOCUMENT = "0, 0, NULL";

const UNLIMITED = -1;
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

  /** Counts the matching rows, possibly beyond the query's limit. Each step counts a batch of them in one short read. */
  *count(query: Query): Generator<number, void> {
    const plan = checkQuery(this.#tree, this.#composites, query);
    const batch = Math.min(COUNTED_AT_ONCE, query.limit ?? COUNTED_AT_ONCE);
    if (plan.fields.length === 0 && "collection" in query) {
      const coll = this.#collections.find(query.collection);
      if (coll !== undefined) yield* countDocuments(this.#db, coll, afterId(query), batch);
      return;
    }
    const { index } = this.#index(plan);
    for (const range of rangesOf(query, plan, index))
      yield* countEntries(this.#db, (from) => this.#conditions(query, index, range, from), batch);
  }

  /** The extent of a query, for reads at any later time. */
  extent(query: WatchQuery): Extent {
    const plan = checkWatch(this.#tree, this.#composites, query);
    const { id, afterId } = query;
    if (afterId !== undefined) {
      const last = Buffer.from(encodeId(afterId));
      return {
        sources: () => this.#byCollection(query, "d.id > ?", encodeId(afterId)),
        matches: (doc) => last.compare(Buffer.from(encodeId(doc.id))) < 0,
      };
    }
    if (id !== undefined)
      return { sources: () => this.#byCollection(query, "d.id = ?", encodeId(id)), matches: (doc) => doc.id === id };
    if (plan.fields.length === 0) return { sources: () => this.#byCollection(query), matches: () => true };
    const { index } = this.#index(plan);
    const ranges = rangesOf(query, plan, index);
    return {
      sources: () =>
        ranges.flatMap((range) => {
          const { where, values } = this.#conditions(query, index, range) ?? {};
          return where && values ? [{ sql: `${ENTRIES_WITH_DOCS} WHERE ${where}`, values }] : [];
        }),
      matches: ({ data }) =>
        documentKeys(index, data).some((key) =>
          ranges.some(({ low, high }) => key.compare(low) >= 0 && key.compare(high) < 0),
        ),
    };
  }

  /** The rows of a collection. None before it is first written. @param further condition on the rows, with its values. */
  #byCollection({ collection }: WatchQuery, further?: string, ...values: string[]): ReturnType<Extent["sources"]> {
    const coll = this.#collections.find(collection);
    if (coll === undefined) return [];
    return [{ sql: `docs d WHERE d.coll = ?${further ? ` AND ${further}` : ""}`, values: [coll, ...values] }];
  }

  #index(plan: QueryPlan): { index: Index; rest: Index["fields"] } {
    const index = this.#indexes.get(indexName(plan.name, plan.scope === "COLLECTION_GROUP", plan.fields));
    return { index, rest: index.fields.slice(plan.equalities) };
  }

  #conditions(query: Query, index: Index, range: Range, from?: EntryPosition): Conditions | undefined {
    return entryConditions(this.#collections, query, index, range, from);
  }

  #byId(query: CollectionQuery, columns: string): QueryRow[] {
    const { collection } = query;
    const coll = this.#collections.find(collection);
    if (coll === undefined) return [];
    const sql = `SELECT d.id, ${columns} FROM docs d WHERE d.coll = ? AND d.id > ? ORDER BY d.id LIMIT ?`;
    const rows = this.#rows<DocumentRow>(sql, [coll, afterId(query)], query);
    return rows.map(([id, version, bytes, data]) => ({ path: `${collection}/${id}`, version, bytes, data }));
  }

  /** Rows up to the query's limits; the last one may exceed `maxBytes`. */
  #rows<Row extends DocumentRow | EntryRow>(
    sql: string,
    values: (number | string | Buffer)[],
    { limit = UNLIMITED, maxBytes }: Query,
  ): Row[] {
    const statement = this.#db.statement(sql);
    statement.setReturnArrays(true);
    if (maxBytes === undefined) return statement.all(...values, limit) as unknown as Row[];
    const rows: Row[] = [];
    let total = 0;
    for (const row of statement.iterate(...values, limit) as unknown as Iterable<Row>) {
      rows.push(row);
      const [, , bytes] = row;
      total += bytes;
      if (total > maxBytes) break;
    }
    return rows;
  }

  #byIndex(query: Query, plan: QueryPlan, index: Index, columns: string): QueryRow[] {
    const ranges = rangesOf(query, plan, index);
    const [range, ...others] = ranges;
    if (!range) return [];
    if (others.length > 0) return this.#read(query, this.#merged(query, index, ranges), columns);
    const rows = this.#entries(query, index, range, ENTRIES_WITH_DOCS, columns);
    return rows.map(([id, version, bytes, data, coll]) => ({
      path: this.#path(query, coll, id),
      version,
      bytes,
      data,
    }));
  }

  /** The entries of several ranges in the order of the query. Their documents are not read: most may be beyond its limit. */
  #merged(query: Query, index: Index, ranges: readonly Range[]): EntryRow[] {
    const sign = isBackwards(query) ? -1 : 1;
    const candidates = ranges.flatMap((range) =>
      this.#entries({ ...query, maxBytes: undefined }, index, range, "entries e", WITHOUT_DOCUMENT).map((entry) => {
        const [id, , , , , key] = entry;
        return { entry, id, suffix: Buffer.from(key).subarray(range.prefix.length) };
      }),
    );
    candidates.sort((a, b) => sign * (a.suffix.compare(b.suffix) || Buffer.from(a.id).compare(Buffer.from(b.id))));
    return candidates.slice(0, query.limit ?? candidates.length).map(({ entry }) => entry);
  }

  /** The entries of a range, up to the query's limits. */
  #entries(query: Query, index: Index, range: Range, from: string, columns: string): EntryRow[] {
    const conditions = this.#conditions(query, index, range);
    if (!conditions) return [];
    const order = isBackwards(query) ? "e.key DESC, e.coll DESC, e.id DESC" : "e.key, e.coll, e.id";
    const sql = `SELECT e.id, ${columns}, e.coll, e.key FROM ${from} WHERE ${conditions.where} ORDER BY ${order} LIMIT ?`;
    return this.#rows<EntryRow>(sql, conditions.values, query);
  }

  /** The documents of entries, up to the query's `maxBytes`; the last one may exceed it. */
  #read(query: Query, entries: readonly EntryRow[], columns: string): QueryRow[] {
    const { maxBytes = Number.POSITIVE_INFINITY } = query;
    const statement = this.#db.statement(`SELECT ${columns} FROM docs d WHERE d.coll = ? AND d.id = ?`);
    const rows: QueryRow[] = [];
    let total = 0;
    for (const [id, , , , coll] of entries) {
      const row = statement.get(coll, id) as Omit<QueryRow, "path"> | undefined;
      if (!row) continue;
      rows.push({ path: this.#path(query, coll, id), version: row.version, bytes: row.bytes, data: row.data });
      total += row.bytes;
      if (total > maxBytes) break;
    }
    return rows;
  }

  #path(query: Query, coll: number, id: string): string {
    return `${"collection" in query ? query.collection : this.#collections.path(coll)}/${id}`;
  }
}

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

function afterId(query: Query): string {
  return query.after ? splitPath(query.after.at(-1) as string).id : "";
}

/** Identifies a query's result: the text changes whenever the result does. */
export function fingerprint(rows: QueryRow[]): string {
  return rows.map(({ path, version }) => `${splitPath(path).id}@${version}`).join(" ");
}
