import type { StatementSync } from "node:sqlite";
import { splitPath } from "#store/paths";
import type { DocData } from "#store/port";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";

/** A stored document. */
export interface Row {
  version: number;
  /** JSON text. */
  data: string;
  /** Where the row stands in its table, if that is known: it is changed there without a search by its key. */
  rowid: number | undefined;
  /** Its indexed fields, where somebody has parsed the text: who writes the document then needs not. */
  fields?: DocData;
}

/** Number of rows, and of their characters, from which on those that were not used since are dropped. One row may hold a million. */
const CAPACITY = 10_000;
const MAX_SIZE = 4 * 1024 * 1024;
/** Bytes up to which a row is read although only its version is asked for. */
const SMALL = 8192;

/**
 * Rows by path, as this process sees them: those that another process has written are dropped, and all where it is not known which those
 * are. So requests share the lookup of, for example, their organization. The code that starts a transaction looks for such commits.
 */
export class Rows {
  readonly #select: StatementSync;
  readonly #selectSmall: StatementSync;
  readonly #selectVersion: StatementSync;
  readonly #collections: Collections;
  /** Cached rows by path; null for a missing document. */
  #cache = new Map<string, Row | null>();
  /** Rows that were used before `#cache` was begun. */
  #older = new Map<string, Row | null>();
  /** Upper bound of the characters in `#cache`. */
  #size = 0;

  constructor(db: Database, collections: Collections) {
    this.#select = db.statement("SELECT version, data, rowid FROM docs WHERE coll = ? AND id = ?");
    // SQLite creates arrays faster than objects.
    this.#select.setReturnArrays(true);
    this.#selectSmall = db.statement(
      `SELECT version, CASE WHEN octet_length(data) <= ${SMALL} THEN data END, rowid FROM docs WHERE coll = ? AND id = ?`,
    );
    this.#selectSmall.setReturnArrays(true);
    this.#selectVersion = db.statement("SELECT version FROM docs WHERE coll = ? AND id = ?");
    this.#collections = collections;
  }

  /** Drops the rows that another process has written. @param paths undefined: any. */
  forget(paths: readonly string[] | undefined): void {
    if (!paths) {
      this.clear();
      return;
    }
    for (const path of paths) {
      this.#cache.delete(path);
      this.#older.delete(path);
    }
  }

  /** The document's row; undefined when it does not exist. */
  get(path: string): Row | undefined {
    const cached = this.#cached(path);
    if (cached !== undefined) return cached ?? undefined;
    const row = this.#read(path);
    this.#keep(path, row);
    return row;
  }

  /** The same for who writes the document. One that is new, and that nobody has asked for, is not kept: there may be very many. */
  getToWrite(path: string): Row | undefined {
    const cached = this.#cached(path);
    if (cached !== undefined) return cached ?? undefined;
    const row = this.#read(path);
    if (row) this.#keep(path, row);
    return row;
  }

  /** The document's row, if it was read before and exists. */
  kept(path: string): Row | undefined {
    return this.#cached(path) ?? undefined;
  }

  #cached(path: string): Row | null | undefined {
    const cached = this.#cache.get(path);
    if (cached !== undefined) return cached;
    const older = this.#older.get(path);
    if (older !== undefined) this.#keep(path, older);
    return older;
  }

  #keep(path: string, row: Row | null | undefined): void {
    if (this.#cache.size >= CAPACITY || this.#size > MAX_SIZE) {
      this.#older = this.#cache;
      this.#cache = new Map();
      this.#size = 0;
    }
    this.#cache.set(path, row ?? null);
    this.#size += row?.data.length ?? 0;
  }

  /** The document's version, 0 when it does not exist. Reads no data. */
  version(path: string): number {
    const cached = this.#cached(path);
    if (cached !== undefined) return cached?.version ?? 0;
    const { collection, id } = splitPath(path);
    const coll = this.#collections.find(collection);
    if (coll === undefined) return 0;
    return (this.#selectVersion.get(coll, id) as { version: number } | undefined)?.version ?? 0;
  }

  /**
   * The version of a document that a commit depends on, 0 when it does not exist. Keeps a row that is not large, because the same
   * commit often writes it, and others of the flush depend on it too.
   */
  versionForCommit(path: string): number {
    const cached = this.#cached(path);
    if (cached !== undefined) return cached?.version ?? 0;
    const row = this.#readWith(this.#selectSmall, path);
    if (!row) this.#keep(path, undefined);
    else if (row[1] !== null) this.#keep(path, toRow(row as Columns<string>));
    return row?.[0] ?? 0;
  }

  /** A row has been written, or deleted: undefined. It is kept where it was, since others depend on it too. */
  wrote(path: string, row: Row | undefined): void {
    // A row in `#cache` hides one of the same path in `#older`.
    if (this.#cache.has(path) || this.#older.has(path)) this.#keep(path, row);
  }

  /** Drops all rows. */
  clear(): void {
    // A cleared map links its old table to the new one, which would keep garbage of the old generation alive.
    if (this.#cache.size > 0) this.#cache = new Map();
    if (this.#older.size > 0) this.#older = new Map();
    this.#size = 0;
  }

  #read(path: string): Row | undefined {
    const row = this.#readWith(this.#select, path);
    return row && toRow(row as Columns<string>);
  }

  #readWith(statement: StatementSync, path: string): Columns | undefined {
    const { collection, id } = splitPath(path);
    const coll = this.#collections.find(collection);
    return coll === undefined ? undefined : (statement.get(coll, id) as unknown as Columns | undefined);
  }
}

/** What is selected of a row. The text is null where it is not asked for. */
type Columns<Data = string | null> = [version: number, data: Data, rowid: number];

function toRow([version, data, rowid]: Columns<string>): Row {
  return { version, data, rowid };
}
