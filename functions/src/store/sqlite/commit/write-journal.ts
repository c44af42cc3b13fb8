import { collectionName } from "#store/paths";
import type { Collections } from "../collections.ts";
import type { Database } from "../database.ts";

/** Groups of commits that the journal holds: far more than all processes make between two looks by any of them. */
const KEPT = 128;
/** Maximum number of writes recorded per group. A larger group is left out, and readers compare versions instead. */
const MAX_WRITES = 256;

/** A document that a commit has written. */
export interface WrittenDocument {
  write: { path: string };
  collection: string;
  /** Last name of the collection's path. */
  name: string;
}

/**
 * Records in the data file, by commit number, which documents the last commits have written. Processes that share the
 * file read there what the others have changed. Commits of a process that keeps no journal are missing.
 */
export class WriteJournal {
  readonly #db: Database;
  readonly #collections: Collections;
  readonly #isKept: boolean;

  /** @param isKept whether the processes that share this file record their writes. */
  constructor(db: Database, collections: Collections, isKept: boolean) {
    this.#db = db;
    this.#collections = collections;
    this.#isKept = isKept;
  }

  /** Records the writes of a group. Only inside the group's transaction. */
  note(sequence: number, commits: readonly { writes: readonly { collection: string; id: string }[] }[]): void {
    if (!this.#isKept) return;
    const entry: (number | string)[] = [sequence];
    for (const { writes } of commits) {
      if (entry.length + 2 * writes.length > 2 * MAX_WRITES) return;
      for (const { collection, id } of writes) {
        const coll = this.#collections.find(collection);
        // Undefined for a deletion in a collection that was never written.
        if (coll !== undefined) entry.push(coll, id);
      }
    }
    this.#db.statement("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(keyOf(sequence), JSON.stringify(entry));
  }

  /**
   * The documents that groups of commits have written, some perhaps more than once.
   * @param from number of the first group. @param to number of the last one.
   * @returns undefined if one of the groups is missing.
   */
  read(from: number, to: number): WrittenDocument[] | undefined {
    if (!this.#isKept || to - from >= KEPT) return undefined;
    const documents: WrittenDocument[] = [];
    for (let sequence = from; sequence <= to; sequence++) {
      const entry = this.#entry(sequence);
      if (!entry) return undefined;
      for (let i = 1; i < entry.length; i += 2) {
        const collection = this.#collections.path(entry[i] as number);
        const path = `${collection}/${entry[i + 1]}`;
        documents.push({ write: { path }, collection, name: collectionName(collection) });
      }
    }
    return documents;
  }

  #entry(sequence: number): (number | string)[] | undefined {
    const row = this.#db.statement("SELECT value FROM meta WHERE key = ?").get(keyOf(sequence));
    const entry = row && JSON.parse((row as { value: string }).value);
    return entry?.[0] === sequence ? entry : undefined;
  }
}

function keyOf(sequence: number): string {
  return `writes ${sequence % KEPT}`;
}
