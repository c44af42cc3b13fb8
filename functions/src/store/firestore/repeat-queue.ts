import { KeyedMutex } from "#store/keyed-mutex";
import type { FirestoreTransaction } from "./transaction.ts";

/** The documents of a transaction that met contention. */
export interface Contended {
  /** Paths that it read or would have written. */
  read: ReadonlySet<string>;
  /** Paths that it would have written. */
  written: ReadonlySet<string>;
}

/** The documents of a failed attempt and of those before it. */
export function contendedBy({ firstReads, writes }: FirestoreTransaction, before?: Contended): Contended {
  const writtenPaths = new Set([...(before?.written ?? []), ...writes.map(({ path }) => path)]);
  return { read: new Set([...(before?.read ?? []), ...firstReads.keys(), ...writtenPaths]), written: writtenPaths };
}

/**
 * Serializes retries of contending transactions in this process: in Firestore, two transactions that read and write the same
 * document wait for each other until one gives up, so many concurrent retries would make little progress.
 */
export class RepeatQueue {
  readonly #repeats = new KeyedMutex();
  readonly #writers = new KeyedMutex();

  /** Runs a retry when no conflicting retry is running. The caller must not hold a lock. */
  hold<T>({ read, written }: Contended, run: () => Promise<T>): Promise<T> {
    return this.#repeats.hold(read, () => this.#writers.hold(written, run));
  }

  /** Resolves when no running retry may write one of these documents. */
  async free(paths: readonly string[]): Promise<void> {
    await Promise.all(paths.map((path) => this.#writers.free(path)));
  }
}
