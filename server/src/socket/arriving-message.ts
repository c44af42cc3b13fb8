import type { UnreadBudget } from "./connection.ts";

/** Bytes of a message after which it is counted again. Smaller messages are not counted. */
const STEP = 256 * 1024;

/**
 * Counts what has arrived of a client's message until the message is handled: many clients may each send the most that
 * a message may have, except for its end.
 */
export class ArrivingMessage {
  readonly #budget: UnreadBudget;
  readonly #refuse: () => void;
  #bytes = 0;
  #countedBytes = 0;
  #release: () => void = () => undefined;

  /** @param refuse is called when the address of the client has too much in memory. */
  constructor(budget: UnreadBudget, refuse: () => void) {
    this.#budget = budget;
    this.#refuse = refuse;
  }

  /** Call it when further bytes have arrived. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < this.#countedBytes + STEP) return;
    this.#release();
    this.#release = this.#budget.hold(this.#bytes);
    this.#countedBytes = this.#bytes;
    if (this.#budget.mustWait()) this.#refuse();
  }

  /** Call it when the message is complete. @returns a function to call when it is no longer in memory. */
  complete(): () => void {
    const release = this.#release;
    [this.#bytes, this.#countedBytes, this.#release] = [0, 0, () => undefined];
    return release;
  }
}
