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

/** Maximum number of cached rows. */
const CAPACITY = 1000;
/** Maximum total size of cached rows in characters: one row may hold a million. */
const MAX_SIZE = 16 * 1024 * 1024;

/**
 * Rows by path, each read at most once per SQLite transaction, so that requests of one turn share the lookup of, for
 * example, their organization. The code that starts a transaction calls `clear`.
 */
export class Rows {
  readonly #select: StatementSync;
  readonly #selectLarge: StatementSync;
  readonly #selectVersion: StatementSync;
  readonly #collections: Collections;
  /** Cached rows by path; null for a missing document. */
  #cache = new Map<string, Row | null>();
  /** Upper bound of the cached characters. */
  #size = 0;

  constructor(db: Database, collections: Collections) {
    this.#select = db.statement("SELECT version, data FROM docs WHERE coll = ? AND id = ?");
    // SQLite creates arrays faster than objects.
    this.#select.setReturnArrays(true);
    this.#selectLarge = db.statement("SELECT data FROM large WHERE coll = ? AND id = ?");
    this.#selectVersion = db.statement("SELECT version FROM docs WHERE coll = ? AND id = ?");
    this.#collections = collections;
  }

  /** The document's row; undefined when it does not exist. */
  get(path: string): Row | undefined {
    const cached = this.#cache.get(path);
    if (cached !== undefined) return cached ?? undefined;
    const row = this.#read(path);
    this.#keep(path, row);
    return row;
  }

  #keep(path: string, row: Row | undefined): void {
    if (this.#cache.size >= CAPACITY || this.#size > MAX_SIZE) this.clear();
    this.#cache.set(path, row ?? null);
    this.#size += row?.data.length ?? 0;
  }

  /** The document's version, 0 when it does not exist. Reads no data. */
  version(path: string): number {
    const cached = this.#cache.get(path);
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
    const cached = this.#cache.get(path);
    if (cached !== undefined) return cached?.version ?? 0;
    const row = this.#readInline(path);
    if (row?.[1] !== "") this.#keep(path, row && { version: row[0], data: row[1] });
    return row?.[0] ?? 0;
  }

  /** Drops a row that has been written. */
  forget(path: string): void {
    this.#cache.delete(path);
  }

  /** Drops all rows. */
  clear(): void {
    // A cleared map links its old table to the new one, which would keep garbage of the old generation alive.
    if (this.#cache.size > 0) this.#cache = new Map();
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
