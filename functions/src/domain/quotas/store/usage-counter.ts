import { isZeroUsage, sum, type Usage, zeroUsage } from "#domain/quotas/usage";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { DocRef, Store } from "#store/port";

/** One part of a usage count, as stored. */
export type StoredUsage = Usage;

/**
 * The usage of one quota, as one process knows it: the stored usage as last read, plus what it has counted since.
 * Processes learn each other's counts with every `exchange`. The count is spread over several documents, so that many
 * processes do not wait for one.
 */
export class UsageCounter {
  readonly #shards: DocRef<StoredUsage>[];
  readonly #ownShard: DocRef<StoredUsage>;
  #storedUsage: Usage;
  /** Written to the store, but not in `#storedUsage` yet. */
  #written: Usage;
  /** Not written yet. */
  #pending: Usage;
  #exchanging: Promise<void> | undefined;
  /** When it last read the stored usage, in ms of a monotonic clock. */
  exchangedAt = Number.NEGATIVE_INFINITY;

  /** @param shards paths of the documents. @param own index of the document that this process writes to. */
  constructor(shards: DocRef<StoredUsage>[], own: number, day: string) {
    this.#shards = shards;
    this.#ownShard = shards[own % shards.length] as DocRef<StoredUsage>;
    this.#storedUsage = zeroUsage(day);
    this.#written = zeroUsage(day);
    this.#pending = zeroUsage(day);
  }

  /** Whether something has been counted that is not stored yet. */
  get isPending(): boolean {
    return !isZeroUsage(this.#pending);
  }

  /** The usage on a given day. */
  total(day: string): Usage {
    return [this.#storedUsage, this.#written, this.#pending].reduce(sum, zeroUsage(day));
  }

  /** Counts a change. */
  add(change: Usage): void {
    this.#pending = sum(this.#pending, change);
  }

  /**
   * Writes its own counts and reads those of others. Concurrent calls share one exchange.
   * @param now of a monotonic clock.
   */
  exchange(store: Store, now: number): Promise<void> {
    this.#exchanging ??= this.#exchange(store, now).finally(() => {
      this.#exchanging = undefined;
    });
    return this.#exchanging;
  }

  async #exchange(store: Store, now: number): Promise<void> {
    if (this.isPending) {
      const change = this.#pending;
      const before = this.#written;
      this.#written = sum(before, change);
      this.#pending = zeroUsage(change.day);
      await retryOnConflict(() => addToShard(store, this.#ownShard, change)).catch((error: unknown) => {
        // If the commit was applied after all, the change counts twice until a measurement corrects it.
        this.#pending = sum(this.#pending, change);
        this.#written = before;
        throw error;
      });
    }
    const docs = await store.getMany<StoredUsage>(this.#shards);
    this.#storedUsage = docs.reduce((total, doc) => (doc ? sum(total, doc.data) : total), zeroUsage(this.#pending.day));
    this.#written = zeroUsage(this.#pending.day);
    this.exchangedAt = now;
  }
}

/** Adds a change to a stored count, and deletes the count if it becomes zero. */
function addToShard(store: Store, path: DocRef<StoredUsage>, change: Usage): Promise<void> {
  return store.transact(async (tx) => {
    const doc = await tx.get(path);
    const total = doc ? sum(doc.data, change) : change;
    if (isZeroUsage(total)) tx.delete(path);
    else tx.set(path, total);
  });
}
