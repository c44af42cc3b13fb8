import type { ChangeSet, Listener } from "#store/port";
import type { WalFlush } from "../commit/wal-flush.ts";

/** Passes changes to a listener once they are on disk: until the flush they wait, and later changes join them. */
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
