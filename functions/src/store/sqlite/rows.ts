import type { StatementSync } from "node:sqlite";
import { splitPath } from "#store/paths";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";

/** A stored document. */
export interface Row {
  version: number;
  /** JSON text. */
  data: string;
  /** Whether the text stands in the table of large ones. */
  isLarge?: boolean;
}

/** Number of rows, and of their characters, from which on those that were not used since are dropped. One row may hold a million. */
const CAPACITY = 1000;
const MAX_SIZE = 4 * 1024 * 1024;

/**
 * Rows by path, as this process sees them: those of its own commits are dropped one by one, and all when another process has
 * committed. So requests share the lookup of, for example, their organization. The code that starts a transaction calls `began`.
 */
export class Rows {
  readonly #select: StatementSync;
  readonly #selectLarge: StatementSync;
  readonly #selectVersion: StatementSync;
  readonly #selectDataVersion: StatementSync;
  readonly #collections: Collections;
  /** Cached rows by path; null for a missing document. */
  #cache = new Map<string, Row | null>();
  /** Rows that were used before `#cache` was begun. */
  #older = new Map<string, Row | null>();
  /** Upper bound of the characters in `#cache`. */
  #size = 0;
  /** SQLite changes it when another connection has committed. */
  #dataVersion: number | undefined;

  constructor(db: Database, collections: Collections) {
    this.#select = db.statement("SELECT version, data FROM docs WHERE coll = ? AND id = ?");
    // SQLite creates arrays faster than objects.
    this.#select.setReturnArrays(true);
    this.#selectLarge = db.statement("SELECT data FROM large WHERE coll = ? AND id = ?");
    this.#selectVersion = db.statement("SELECT version FROM docs WHERE coll = ? AND id = ?");
    this.#selectDataVersion = db.statement("PRAGMA data_version");
    this.#collections = collections;
  }

  /** A transaction has begun. */
  began(): void {
    const { data_version } = this.#selectDataVersion.get() as { data_version: number };
    if (data_version !== this.#dataVersion) this.clear();
    this.#dataVersion = data_version;
  }

  /** The document's row; undefined when it does not exist. */
  get(path: string): Row | undefined {
    const cached = this.#cached(path);
    if (cached !== undefined) return cached ?? undefined;
    const row = this.#read(path);
    this.#keep(path, row);
    return row;
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
    const row = this.#readInline(path);
    if (row?.[1] !== "") this.#keep(path, row && { version: row[0], data: row[1] });
    return row?.[0] ?? 0;
  }

  /** A row has been written, or deleted: undefined. It is kept where it was, since others depend on it too. */
  wrote(path: string, row: Row | undefined): void {
    const isKept = this.#cached(path) !== undefined;
    this.#cache.delete(path);
    this.#older.delete(path);
    if (isKept) this.#keep(path, row);
  }

  /** Drops all rows. */
  clear(): void {
    // A cleared map links its old table to the new one, which would keep garbage of the old generation alive.
    if (this.#cache.size > 0) this.#cache = new Map();
    if (this.#older.size > 0) this.#older = new Map();
    this.#size = 0;
  }

  #read(path: string): Row | undefined {
    const row = this.#readInline(path);
    if (!row) return undefined;
    const [version, data] = row;
    if (data !== "") return { version, data };
    const { collection, id } = splitPath(path);
    const large = this.#selectLarge.get(this.#collections.find(collection) ?? 0, id) as { data: string };
    return { version, data: large.data, isLarge: true };
  }

  /** Version and text of a row; the text is empty where it is large. */
  #readInline(path: string): [version: number, data: string] | undefined {
    const { collection, id } = splitPath(path);
    const coll = this.#collections.find(collection);
    return coll === undefined ? undefined : (this.#select.get(coll, id) as unknown as [number, string] | undefined);
  }
}
