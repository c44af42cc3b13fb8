import { KeyedMutex } from "#store/keyed-mutex";
import type { FirestoreTransaction } from "./transaction.ts";

/** What a transaction that met another one worked on. */
export interface Contended {
  /** What it read or would have written. */
  read: ReadonlySet<string>;
  written: ReadonlySet<string>;
}

/** What the try that has failed worked on, and those before. */
export function touched({ seen, writes }: FirestoreTransaction, before?: Contended): Contended {
  const written = new Set([...(before?.written ?? []), ...writes.map(({ path }) => path)]);
  return { read: new Set([...(before?.read ?? []), ...seen.keys(), ...written]), written };
}

/**
 * Transactions of this process that met each other repeat one after another: Firestore lets two that read the same and
 * both want to write it wait for each other until one gives up, so many of them at once would hardly get anywhere.
 */
export class RepeatQueue {
  readonly #repeats = new KeyedMutex();
  readonly #writers = new KeyedMutex();

  /** Runs a repetition when none is under way that it may meet. Nothing must be locked by it before. */
  hold<T>({ read, written }: Contended, run: () => Promise<T>): Promise<T> {
    return this.#repeats.hold(read, () => this.#writers.hold(written, run));
  }

  /** Resolves when no repetition is under way that may write one of these documents. */
  async free(paths: readonly string[]): Promise<void> {
    await Promise.all(paths.map((path) => this.#writers.free(path)));
  }
}
