import type { ChangeSet, Listener } from "#store/port";
import type { WalFlush } from "../commit/wal-flush.ts";

/** Passes on to a listener what is on disk: what is not waits for the flush, and later changes join it. */
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

  /** The watch was stopped: what waits is not told any more. */
  end(): void {
    this.#isOver = true;
  }
}
