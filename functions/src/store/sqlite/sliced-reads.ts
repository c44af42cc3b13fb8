import type { TimeSlice } from "#platform/async/time-slice";
import { ApiError } from "#platform/error";
import { pick } from "#store/patches";
import { collectionName, decodeId, splitPath } from "#store/paths";
import type { Doc, DocData, Query, QueryResult } from "#store/port";
import { checkPath } from "#store/rules";
import type { Tree } from "#store/tree";
import { type Database, isSqliteError, unavailable } from "./database.ts";
import type { Indexes } from "./indexes.ts";
import { decodeDocument } from "./json.ts";
import { fingerprint, type Queries, type QueryRow, type QueryRows } from "./queries.ts";
import { RowBudget } from "./row-budget.ts";
import type { Row, Rows } from "./rows.ts";
import type { ForeignCommits } from "./watch/foreign-commits.ts";

/** Dependencies of `SlicedReads`. */
interface Parts {
  db: Database;
  tree: Tree;
  slice: TimeSlice;
  queries: Queries;
  indexes: Indexes;
  rows: Rows;
  foreign: ForeignCommits;
}

/** Maximum number of documents in a short query. */
const MAX_SHORT = 100;
/** Maximum size in bytes of a result that is decoded without waiting for another turn. */
const SHORT_RESULT = 64 * 1024;
/** Numbers of documents and of their bytes beyond which a query without a limit does not read all of them at once. */
const MANY = 500;
const MANY_BYTES = 256 * 1024;
/** Maximum number of turns that a long query waits before it starts. */
const MAX_TURNS = 100;

/** The text of a document without fields. */
const NOTHING = "{}";

/** The documents at several paths, in order. */
type Docs<T extends DocData> = (Doc<T> | undefined)[];

/** A query's documents, and a fingerprint to compare with a later run. */
export interface QueryReading {
  result: QueryResult;
  fingerprint: string;
}

/**
 * Reads that share the event loop: a read that takes longer than a time slice continues in the next turn. Its result is
 * still one state of the file: in its last turn it rereads documents that have changed since it started. That state may
 * not be on disk yet: `FlushedReads` waits for that.
 */
export class SlicedReads {
  readonly #db: Database;
  readonly #tree: Tree;
  readonly #slice: TimeSlice;
  readonly #queries: Queries;
  readonly #indexes: Indexes;
  readonly #rows: Rows;
  readonly #foreign: ForeignCommits;
  readonly #room = new RowBudget();

  constructor({ db, tree, slice, queries, indexes, rows, foreign }: Parts) {
    this.#db = db;
    this.#tree = tree;
    this.#slice = slice;
    this.#queries = queries;
    this.#indexes = indexes;
    this.#rows = rows;
    this.#foreign = foreign;
  }

  /** The document at a path; synchronous unless it must wait for a turn. @throws ApiError INVALID_ARGUMENT, UNAVAILABLE */
  get<T extends DocData>(path: string): Doc<T> | undefined | Promise<Doc<T> | undefined> {
    const read = () => this.reading(() => this.#doc<T>(path));
    return this.#slice.isOver ? this.#slice.turn().then(read) : read();
  }

  /** One result per path, in order; synchronous unless it must wait for a turn. @throws ApiError INVALID_ARGUMENT, UNAVAILABLE */
  getMany<T extends DocData>(paths: readonly string[]): Docs<T> | Promise<Docs<T>> {
    const docs: Docs<T> = [];
    if (!this.#slice.isOver) this.#readSome(paths, docs);
    return docs.length < paths.length ? this.#readRest(paths, docs) : docs;
  }

  /** Reads further documents, at least one, until the slice is over. */
  #readSome<T extends DocData>(paths: readonly string[], docs: Docs<T>): void {
    this.reading(() => {
      do {
        const path = paths[docs.length];
        if (path !== undefined) docs.push(this.#doc<T>(path));
      } while (docs.length < paths.length && !this.#slice.isOver);
    });
  }

  async #readRest<T extends DocData>(paths: readonly string[], docs: Docs<T>): Promise<Docs<T>> {
    let isSliced = false;
    do {
      if (this.#slice.isOver) {
        isSliced = docs.length > 0;
        await (paths.length > MAX_SHORT || isSliced ? this.#slice.next() : this.#slice.turn());
      }
      this.#readSome(paths, docs);
    } while (docs.length < paths.length);
    return isSliced ? this.#refresh(paths, docs) : docs;
  }

  async query(query: Query): Promise<QueryReading> {
    if (this.#slice.isOver) await this.#slice.turn();
    // Long queries wait for a free time slice; short ones wait for one turn only.
    if ((query.limit ?? Number.POSITIVE_INFINITY) > MAX_SHORT)
      for (let turn = 0; turn < MAX_TURNS && this.#slice.isOver; turn++) await this.#slice.next();
    while (this.#room.isFull) await this.#room.change();
    const matches = this.reading(() => this.#match(query));
    const bytes = matches.rows.reduce((sum, { bytes }) => sum + bytes, 0);
    // Finding the rows may have taken the whole slice. Short results are decoded at once nevertheless.
    if (bytes <= SHORT_RESULT) return this.#decodeAll(query, matches, false);
    return this.#room.hold(bytes, () => this.#decodeAll(query, matches, this.#slice.isOver));
  }

  /** @param isLate whether it first waits for a new slice. */
  async #decodeAll(query: Query, matches: QueryRows, isLate: boolean): Promise<QueryReading> {
    const docs = new Map<string, Doc>();
    let isSliced = isLate;
    if (isSliced) await this.#slice.next();
    for (let next = 0; ; isSliced = true) {
      next = this.reading(() => this.#decode(query, matches.rows, next, docs));
      const isRead = next === matches.rows.length;
      if (isRead && !isSliced) return toReading(query, matches, docs);
      // Looking for changes takes about one more slice.
      await this.#slice.next();
      if (isRead) return this.#current(query, docs);
    }
  }

  /** Number of documents that the query matches. A large count may be right at no single moment: batches are counted one by one. */
  async count(query: Query): Promise<number> {
    const { limit = Number.POSITIVE_INFINITY } = query;
    const batches = this.#queries.count(query);
    for (let total = 0; ; ) {
      // Another count may use up the slice that both have waited for.
      for (let turn = 0; turn < MAX_TURNS && this.#slice.isOver; turn++) await this.#slice.next();
      const { done, value } = this.reading(() => batches.next());
      total += value ?? 0;
      if (done || total >= limit) return Math.min(total, limit);
    }
  }

  /** Fingerprint of a query's current result, without reading the documents. */
  fingerprint(query: Query): string {
    return fingerprint(this.reading(() => this.#queries.versions(query)).rows);
  }

  /** Like `getMany`, but in this turn of the event loop. */
  readNow(paths: readonly string[]): (Doc | undefined)[] {
    return this.reading(() => paths.map((path) => this.#doc(path)));
  }

  /** Runs a read; failures of SQLite become `ApiError`. */
  reading<T>(read: () => T): T {
    try {
      if (this.#db.beginReads()) {
        this.#foreign.look();
        this.#slice.begin();
      }
      return read();
    } catch (error) {
      throw isSqliteError(error) && !(error instanceof ApiError) ? unavailable(error) : error;
    }
  }

  #doc<T extends DocData>(path: string): Doc<T> | undefined {
    const row = this.#rows.get(path);
    // The path of an existing document was checked when it was written.
    if (!row) checkPath(this.#tree, path);
    if (!row) return undefined;
    const { collection, id } = splitPath(path);
    const doc = toDoc<T>(path, id, row);
    if (row.fields) return doc;
    const name = collectionName(collection);
    if (this.#indexes.has(name)) row.fields = this.#indexes.indexedFields(name, doc.data);
    return doc;
  }

  /** The matching rows. Many rows of a query without a limit come without their data, which is then read in slices. */
  #match(query: Query): QueryRows {
    if (!readsData(query)) return this.#queries.versions(query);
    if (query.limit !== undefined || query.maxBytes !== undefined) return this.#queries.run(query);
    const { rows, cursor } = this.#queries.run({ ...query, limit: MANY, maxBytes: MANY_BYTES });
    return cursor ? this.#queries.versions(query) : { rows };
  }

  /** Decodes rows from `start` on until the slice is over. @returns the index of the next row. */
  #decode(query: Query, rows: readonly QueryRow[], start: number, docs: Map<string, Doc>): number {
    let next = start;
    do {
      const row = rows[next];
      if (!row) return next;
      const { path, version, data } = row;
      // The last turn handles rows that have been deleted or changed meanwhile.
      const whole = data === null && readsData(query) ? this.#rows.get(path) : { version, data: data ?? NOTHING };
      if (whole) docs.set(path, narrowed(query, toDoc(path, splitPath(path).id, whole)));
      next++;
    } while (!this.#slice.isOver);
    return next;
  }

  /** The current result of the query; `docs` holds documents that have been read. */
  #current(query: Query, docs: Map<string, Doc>): QueryReading {
    return this.reading(() => {
      const matches = this.#queries.versions(query);
      for (const { path, version } of matches.rows)
        if (docs.get(path)?.version !== String(version)) docs.set(path, narrowed(query, this.#doc(path) as Doc));
      return toReading(query, matches, docs);
    });
  }

  /** The current documents of the paths; `docs` holds them as read earlier. */
  #refresh<T extends DocData>(paths: readonly string[], docs: Docs<T>): Docs<T> {
    return this.reading(() =>
      paths.map((path, i) => {
        const doc = docs[i];
        return String(this.#rows.version(path)) === (doc?.version ?? "0") ? doc : this.#doc<T>(path);
      }),
    );
  }
}

function toReading(query: Query, { rows, cursor }: QueryRows, all: ReadonlyMap<string, Doc>): QueryReading {
  const docs = rows.map(({ path }) => all.get(path) as Doc);
  const last = rows.at(-1);
  const result: QueryResult = { docs };
  if (cursor && last) result.cursor = cursor(last, docs.at(-1)?.data ?? {});
  if (query.select) for (const doc of docs) doc.data = pick(doc.data, query.select);
  return { result, fingerprint: fingerprint(rows) };
}

/** @param id as it is encoded in the path. */
function toDoc<T extends DocData>(path: string, id: string, { version, data }: Pick<Row, "version" | "data">): Doc<T> {
  return { path, id: decodeId(id), version: String(version), data: decodeDocument(data) as T };
}

/** Whether the query needs more than ids and versions. */
function readsData({ select, orderBy }: Query): boolean {
  return !select || select.length > 0 || orderBy !== undefined;
}

/** Reduces a document to the selected fields and those of the cursor, since a page of whole documents may be large. */
function narrowed({ select, orderBy = [] }: Query, doc: Doc): Doc {
  if (select) doc.data = pick(doc.data, [...select, ...orderBy.map(({ field }) => field)]);
  return doc;
}
