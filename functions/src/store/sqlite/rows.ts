import type { StatementSync } from "node:sqlite";
import { splitPath } from "#store/paths";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";

/** A document as it is kept. */
export interface Row {
  version: number;
  /** JSON text. */
  data: string;
}

/** Most rows that are remembered. */
const CAPACITY = 1000;
/** Most characters of them together: one row may hold a million. */
const MAX_SIZE = 16 * 1024 * 1024;

/**
 * Rows by path, each read once in an SQLite transaction: what many requests of one turn need, such as their organization,
 * costs one look-up. Whoever begins a transaction calls `clear`.
 */
export class Rows {
  readonly #select: StatementSync;
  readonly #selectVersion: StatementSync;
  readonly #collections: Collections;
  /** null: there is no such document. */
  #seen = new Map<string, Row | null>();
  /** At least the characters of all that is remembered. */
  #size = 0;

  constructor(db: Database, collections: Collections) {
    this.#select = db.statement("SELECT version, data FROM docs WHERE coll = ? AND id = ?");
    // Arrays are made faster than objects.
    this.#select.setReturnArrays(true);
    this.#selectVersion = db.statement("SELECT version FROM docs WHERE coll = ? AND id = ?");
    this.#collections = collections;
  }

  /** The document's row; undefined when it is not there. */
  get(path: string): Row | undefined {
    const seen = this.#seen.get(path);
    if (seen !== undefined) return seen ?? undefined;
    const row = this.#read(path);
    if (this.#seen.size >= CAPACITY || this.#size > MAX_SIZE) this.clear();
    this.#seen.set(path, row ?? null);
    this.#size += row?.data.length ?? 0;
    return row;
  }

  /** The document's version, 0 when it is not there. Reads nothing else of it. */
  version(path: string): number {
    const seen = this.#seen.get(path);
    if (seen !== undefined) return seen?.version ?? 0;
    const { collection, id } = splitPath(path);
    const coll = this.#collections.find(collection);
    if (coll === undefined) return 0;
    return (this.#selectVersion.get(coll, id) as { version: number } | undefined)?.version ?? 0;
  }

  /** The row has been written. */
  forget(path: string): void {
    this.#seen.delete(path);
  }

  clear(): void {
    // A map that is cleared links its old table to the new one: one dead table of the old generation keeps all later alive.
    if (this.#seen.size > 0) this.#seen = new Map();
    this.#size = 0;
  }

  #read(path: string): Row | undefined {
    const { collection, id } = splitPath(path);
    const coll = this.#collections.find(collection);
    if (coll === undefined) return undefined;
    const found = this.#select.get(coll, id) as unknown as [number, string] | undefined;
    return found && { version: found[0], data: found[1] };
  }
}
