import type { ChangeSet, Listener } from "#store/port";
import type { WalFlush } from "../commit/wal-flush.ts";

/** Passes changes to a listener once they are on disk. Until then they wait, and later changes join them. */
export class FlushedListener implements Listener {
  readonly #listener: Listener;
  readonly #flush: WalFlush;
  #isOver = false;

  constructor(listener: Listener, flush: WalFlush) {
    this.#listener = listener;
    this.#flush = flush;
  }

  next(changeSet: ChangeSet): unknown {
    const flushed = this.#flush.all();
    if (!flushed) return this.#listener.next(changeSet);
    return flushed.then(() => (this.#isOver ? undefined : this.#listener.next(changeSet)));
  }

  error(error: unknown): void {
    this.end();
    this.#listener.error(error);
  }

  /** Call it when the watch was stopped: waiting changes are no longer delivered. */
  end(): void {
    this.#isOver = true;
  }
}
