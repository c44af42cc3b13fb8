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
    if (this.#cache.size >= CAPACITY || this.#size > MAX_SIZE) this.clear();
    this.#cache.set(path, row ?? null);
    this.#size += row?.data.length ?? 0;
    return row;
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
    const { collection, id } = splitPath(path);
    const coll = this.#collections.find(collection);
    if (coll === undefined) return undefined;
    const row = this.#select.get(coll, id) as unknown as [number, string] | undefined;
    if (!row) return undefined;
    const [version, data] = row;
    if (data !== "") return { version, data };
    const large = this.#selectLarge.get(coll, id) as { data: string };
    return { version, data: large.data, isLarge: true };
  }
}
