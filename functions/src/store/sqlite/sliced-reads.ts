import { ApiError } from "#platform/error";
import type { TimeSlice } from "#platform/time-slice";
import { decodeId, splitPath } from "#store/paths";
import type { Doc, DocData, Query, QueryResult } from "#store/port";
import { checkPath } from "#store/rules";
import type { Tree } from "#store/tree";
import { type Database, isSqliteError, unavailable } from "./database.ts";
import { decodeDocument } from "./json.ts";
import { type FoundRow, type FoundRows, fingerprint, type Queries } from "./queries.ts";
import type { Row, Rows } from "./rows.ts";

/** What reads go through. */
interface Parts {
  db: Database;
  tree: Tree;
  slice: TimeSlice;
  queries: Queries;
  rows: Rows;
}

/** Most documents of a short query. */
const SHORT = 100;
/** Most turns that a long query leaves to others before it begins. */
const MOST_TURNS = 100;

/** A query's documents, and what tells whether a later run finds the same. */
export interface QueryReading {
  result: QueryResult;
  fingerprint: string;
}

/**
 * Reads that share the event loop: one that takes longer than a time slice goes on in the next turn. What it answers is
 * one state of the file all the same: in its last turn it reads again what has been changed since it began.
 */
export class SlicedReads {
  readonly #db: Database;
  readonly #tree: Tree;
  readonly #slice: TimeSlice;
  readonly #queries: Queries;
  readonly #rows: Rows;

  constructor({ db, tree, slice, queries, rows }: Parts) {
    this.#db = db;
    this.#tree = tree;
    this.#slice = slice;
    this.#queries = queries;
    this.#rows = rows;
  }

  /** One answer per path, in order. @throws ApiError INVALID_ARGUMENT, UNAVAILABLE */
  async getMany<T extends DocData>(paths: readonly string[]): Promise<(Doc<T> | undefined)[]> {
    const docs: (Doc<T> | undefined)[] = [];
    let isSliced = false;
    for (;;) {
      if (this.#slice.isOver) {
        await this.#slice.next();
        isSliced = docs.length > 0;
      }
      this.reading(() => {
        do {
          const path = paths[docs.length];
          if (path !== undefined) docs.push(this.#doc<T>(path));
        } while (docs.length < paths.length && !this.#slice.isOver);
      });
      if (docs.length >= paths.length) break;
    }
    return isSliced ? this.#upToDate(paths, docs) : docs;
  }

  async query(query: Query): Promise<QueryReading> {
    if (this.#slice.isOver) await this.#slice.next();
    // Long queries take their turns one after another; short ones wait for one turn only.
    if ((query.limit ?? Number.POSITIVE_INFINITY) > SHORT)
      for (let turn = 0; turn < MOST_TURNS && this.#slice.isOver; turn++) await this.#slice.next();
    const found = this.reading(() => this.#queries.run(query));
    const docs = new Map<string, Doc>();
    for (let next = 0, isSliced = false; ; isSliced = true) {
      next = this.reading(() => this.#decode(query, found.rows, next, docs));
      if (next === found.rows.length) return isSliced ? this.#current(query, docs) : reading(query, found, docs);
      await this.#slice.next();
    }
  }

  /** Identifies what a query would find now, without reading the documents. */
  fingerprint(query: Query): string {
    return fingerprint(this.reading(() => this.#queries.versions(query)).rows);
  }

  /** As `getMany`, in this turn of the event loop. */
  readNow(paths: readonly string[]): (Doc | undefined)[] {
    return this.reading(() => paths.map((path) => this.#doc(path)));
  }

  /** All documents of a query without `select`, in this turn of the event loop. */
  queryNow(query: Query): Doc[] {
    return this.reading(() =>
      this.#queries
        .run(query)
        .rows.map(({ path, version, data }) =>
          data === null ? (this.#doc(path) as Doc) : toDoc(path, { version, data }),
        ),
    );
  }

  /** Runs a read; failures of SQLite become `ApiError`. */
  reading<T>(read: () => T): T {
    try {
      if (this.#db.beginReads()) {
        this.#rows.clear();
        this.#slice.begin();
      }
      return read();
    } catch (error) {
      throw isSqliteError(error) && !(error instanceof ApiError) ? unavailable(error) : error;
    }
  }

  #doc<T extends DocData>(path: string): Doc<T> | undefined {
    const row = this.#rows.get(path);
    // What is there was written to a path that had been checked.
    if (!row) checkPath(this.#tree, path);
    return row && toDoc<T>(path, row);
  }

  /** Decodes rows from `start` on until the slice is over. @returns where to go on. */
  #decode(query: Query, rows: readonly FoundRow[], start: number, docs: Map<string, Doc>): number {
    let next = start;
    do {
      const row = rows[next];
      if (!row) return next;
      const { path, version, data } = row;
      // A row that is gone or changed by now is dealt with in the last turn.
      const whole = data === null ? this.#rows.get(path) : { version, data };
      if (whole) docs.set(path, narrowed(query, toDoc(path, whole)));
      next++;
    } while (!this.#slice.isOver);
    return next;
  }

  /** What the query finds now, of which `docs` may be known. */
  #current(query: Query, docs: Map<string, Doc>): QueryReading {
    return this.reading(() => {
      const found = this.#queries.versions(query);
      for (const { path, version } of found.rows)
        if (docs.get(path)?.version !== String(version)) docs.set(path, narrowed(query, this.#doc(path) as Doc));
      return reading(query, found, docs);
    });
  }

  /** The documents of the paths as they are now, of which `docs` was read before. */
  #upToDate<T extends DocData>(
    paths: readonly string[],
    docs: readonly (Doc<T> | undefined)[],
  ): (Doc<T> | undefined)[] {
    return this.reading(() =>
      paths.map((path, i) => {
        const doc = docs[i];
        return String(this.#rows.version(path)) === (doc?.version ?? "0") ? doc : this.#doc<T>(path);
      }),
    );
  }
}

function reading(query: Query, { rows, cursor }: FoundRows, all: ReadonlyMap<string, Doc>): QueryReading {
  const docs = rows.map(({ path }) => all.get(path) as Doc);
  const last = rows.at(-1);
  const result: QueryResult = { docs };
  if (cursor && last) result.cursor = cursor(last, docs.at(-1)?.data ?? {});
  if (query.select) for (const doc of docs) doc.data = pick(doc.data, query.select);
  return { result, fingerprint: fingerprint(rows) };
}

function toDoc<T extends DocData>(path: string, { version, data }: Row): Doc<T> {
  return { path, id: decodeId(splitPath(path).id), version: String(version), data: decodeDocument(data) as T };
}

/** The document with no more than what is selected, and what the cursor is made of: a page of the rest may be large. */
function narrowed({ select, orderBy = [] }: Query, doc: Doc): Doc {
  if (select) doc.data = pick(doc.data, [...select, ...orderBy.map(({ field }) => field)]);
  return doc;
}

function pick(data: DocData, fields: string[]): DocData {
  return Object.fromEntries(fields.filter((field) => field in data).map((field) => [field, data[field]]));
}
