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
  /** Position of the row in its table, if known: a change then needs no search by key. */
  rowid: number | undefined;
  /** Its indexed fields, if a read has parsed the text: a write of the document then need not parse it again. */
  fields?: DocData;
}

/** Limits of cached rows and of their characters; beyond them, rows not used recently are dropped. One row may hold a million. */
const CAPACITY = 10_000;
const MAX_SIZE = 4 * 1024 * 1024;
/** Maximum size in bytes of a row that is read as a whole even if only its version is needed. */
const SMALL = 8192;

/**
 * Caches rows by path, so that requests share the lookup of, for example, their organization. Rows that another process
 * has written are dropped, or all rows if those are unknown. The code that starts a transaction looks for commits of
 * other processes.
 */
export class Rows {
  readonly #select: StatementSync;
  readonly #selectSmall: StatementSync;
  readonly #selectVersion: StatementSync;
  readonly #collections: Collections;
  /** Cached rows by path; null for a missing document. */
  #cache = new Map<string, Row | null>();
  /** The previous generation of `#cache`, whose rows return to it when used. */
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

  /** Drops the rows that another process has written. @param paths undefined if unknown: drops all rows. */
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

  /** Like `get`, for a write of the document. A missing document is not cached, because there may be very many new ones. */
  getToWrite(path: string): Row | undefined {
    const cached = this.#cached(path);
    if (cached !== undefined) return cached ?? undefined;
    const row = this.#read(path);
    if (row) this.#keep(path, row);
    return row;
  }

  /** The document's row, if it is cached and the document exists. */
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
   * The version of a document that a commit depends on, 0 when it does not exist. Caches a row that is not large,
   * because the same commit often writes it, and other commits of the group depend on it, too.
   */
  versionForCommit(path: string): number {
    const cached = this.#cached(path);
    if (cached !== undefined) return cached?.version ?? 0;
    const row = this.#readWith(this.#selectSmall, path);
    if (!row) this.#keep(path, undefined);
    else if (row[1] !== null) this.#keep(path, toRow(row as Columns<string>));
    return row?.[0] ?? 0;
  }

  /** Updates a cached row after a write, since others depend on it, too. @param row undefined after a deletion. */
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

/** The selected columns of a row. The text is null if it was not requested. */
type Columns<Data = string | null> = [version: number, data: Data, rowid: number];

function toRow([version, data, rowid]: Columns<string>): Row {
  return { version, data, rowid };
}
