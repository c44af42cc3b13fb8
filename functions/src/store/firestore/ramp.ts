import type { Timing } from "./timing.ts";

/** Writes a second to begin with, and at most. */
const FIRST_RATE = 500;
const MAX_RATE = 10_000;
/** How much faster after each step. */
const GROWTH = 1.5;
const STEP = 5 * 60_000;

/**
 * Holds bulk writes to Firestore's rule for traffic that sets in: 500 writes a second, half as many more every five
 * minutes, so that it has time to split what is written to. Five minutes without any, and it begins anew.
 */
export class Ramp {
  readonly #timing: Timing;
  #begun: number;
  #next: number;

  constructor(timing: Timing) {
    this.#timing = timing;
    this.#begun = this.#next = timing.now();
  }

  /** Resolves when so many writes may begin. */
  async take(writes: number): Promise<void> {
    const now = this.#timing.now();
    if (now - this.#next >= STEP) this.#begun = now;
    const at = Math.max(now, this.#next);
    const rate = Math.min(MAX_RATE, FIRST_RATE * GROWTH ** Math.floor((at - this.#begun) / STEP));
    this.#next = at + (writes / rate) * 1000;
    if (at > now) await this.#timing.pause(at - now);
  }
}
