import type { WrittenDocument } from "../commit/write-journal.ts";

/** Maximum number of documents in one generation; there are two. */
const CAPACITY = 4000;

/** A document that a commit has written. */
interface Write {
  path: string;
  /** Number of the last commit that was seen together with it. */
  commit: number;
}

/** Writes of successive commits. */
interface Generation {
  /** It contains all writes of commits after this one, up to the beginning of the next generation. */
  after: number;
  writes: Map<string, Write[]>;
  size: number;
}

/** The documents that other processes have written lately, by collection. The oldest are forgotten. */
export class RecentWrites {
  #current = newGeneration(0);
  #older = this.#current;

  /**
   * Adds the writes of commits that were just seen.
   * @param documents undefined if unknown. @param last number of the last of these commits.
   */
  add(documents: readonly WrittenDocument[] | undefined, last: number): void {
    if (!documents) {
      this.#current = newGeneration(last);
      this.#older = this.#current;
      return;
    }
    for (const { write, collection } of documents) {
      const writes = this.#current.writes.get(collection);
      if (writes) writes.push({ path: write.path, commit: last });
      else this.#current.writes.set(collection, [{ path: write.path, commit: last }]);
    }
    this.#current.size += documents.length;
    if (this.#current.size < CAPACITY) return;
    this.#older = this.#current;
    this.#current = newGeneration(last);
  }

  /**
   * Paths of the documents of a collection that were written after a commit, some perhaps more than once.
   * @returns undefined if that is not known.
   */
  after(collection: string, commit: number): string[] | undefined {
    if (commit < this.#older.after) return undefined;
    const generations = this.#older === this.#current ? [this.#current] : [this.#older, this.#current];
    return generations
      .flatMap(({ writes }) => writes.get(collection) ?? [])
      .filter((write) => write.commit > commit)
      .map(({ path }) => path);
  }
}

function newGeneration(after: number): Generation {
  return { after, writes: new Map(), size: 0 };
}
