import { LRUCache } from "lru-cache";
import type { Database } from "./database.ts";

/** Maximum number of cached paths; an evicted path costs a lookup. */
const CAPACITY = 100_000;

/** Numbers of collection paths. A number never changes, so cached ones are never stale. */
export class Collections {
  readonly #db: Database;
  readonly #numbers = new Map<string, number>();
  /** The library reserves memory for `max` entries when a store is opened, but none for `maxSize`. */
  readonly #paths = new LRUCache<number, string>({ maxSize: CAPACITY, sizeCalculation: () => 1 });
  /** Paths numbered in the running SQLite transaction, which a rollback removes from the cache. */
  #uncommitted: string[] = [];

  constructor(db: Database) {
    this.#db = db;
  }

  /** The path's number, or undefined when nothing was ever written there. */
  find(path: string): number | undefined {
    const cached = this.#numbers.get(path);
    if (cached !== undefined) return cached;
    const row = this.#db.statement("SELECT num FROM collections WHERE path = ?").get(path) as
      | { num: number }
      | undefined;
    if (row) this.#cache(path, row.num);
    return row?.num;
  }

  /** The path's number, assigned if it has none yet. Only inside a write transaction. */
  number(path: string): number {
    const existing = this.find(path);
    if (existing !== undefined) return existing;
    const { num } = this.#db.statement("INSERT INTO collections (path) VALUES (?) RETURNING num").get(path) as {
      num: number;
    };
    this.#cache(path, num);
    this.#uncommitted.push(path);
    return num;
  }

  /** The path of a number. */
  path(num: number): string {
    const cached = this.#paths.get(num);
    if (cached !== undefined) return cached;
    const row = this.#db.statement("SELECT path FROM collections WHERE num = ?").get(num);
    const { path } = row as { path: string };
    this.#paths.set(num, path);
    return path;
  }

  /** Keeps the numbers of a committed transaction. */
  committed(): void {
    this.#uncommitted = [];
  }

  /** Drops the numbers of a transaction that was rolled back. */
  rolledBack(): void {
    for (const path of this.#uncommitted) this.#numbers.delete(path);
    this.#uncommitted = [];
  }

  #cache(path: string, num: number): void {
    if (this.#numbers.size >= CAPACITY) {
      const oldest = this.#numbers.keys().next();
      if (!oldest.done) this.#numbers.delete(oldest.value);
    }
    this.#numbers.set(path, num);
  }
}
