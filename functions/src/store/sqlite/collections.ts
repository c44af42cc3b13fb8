import type { Database } from "./database.ts";

/** How many paths are remembered; forgetting one costs a look-up. */
const CAPACITY = 100_000;

/** Numbers of collection paths. A number once given stays, so remembered ones are never stale. */
export class Collections {
  readonly #db: Database;
  readonly #numbers = new Map<string, number>();
  /** Paths numbered in the running SQLite transaction: forgotten again when it is rolled back. */
  #fresh: string[] = [];

  constructor(db: Database) {
    this.#db = db;
  }

  /** The path's number, or undefined when nothing was ever written there. */
  find(path: string): number | undefined {
    const known = this.#numbers.get(path);
    if (known !== undefined) return known;
    const row = this.#db.statement("SELECT num FROM collections WHERE path = ?").get(path) as
      | { num: number }
      | undefined;
    if (row) this.#remember(path, row.num);
    return row?.num;
  }

  /** The path's number, given now if need be. Only inside a write transaction. */
  number(path: string): number {
    const known = this.find(path);
    if (known !== undefined) return known;
    const { num } = this.#db.statement("INSERT INTO collections (path) VALUES (?) RETURNING num").get(path) as {
      num: number;
    };
    this.#remember(path, num);
    this.#fresh.push(path);
    return num;
  }

  /** The path behind a number. */
  path(num: number): string {
    return (this.#db.statement("SELECT path FROM collections WHERE num = ?").get(num) as { path: string }).path;
  }

  committed(): void {
    this.#fresh = [];
  }

  rolledBack(): void {
    for (const path of this.#fresh) this.#numbers.delete(path);
    this.#fresh = [];
  }

  #remember(path: string, num: number): void {
    if (this.#numbers.size >= CAPACITY) {
      const oldest = this.#numbers.keys().next();
      if (!oldest.done) this.#numbers.delete(oldest.value);
    }
    this.#numbers.set(path, num);
  }
}
