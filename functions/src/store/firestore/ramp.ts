import type { Timing } from "./timing.ts";

/** Writes per second at the start, and at most. */
const FIRST_RATE = 500;
const MAX_RATE = 10_000;
/** Growth of the rate with each step, and the length of a step in ms. */
const GROWTH = 1.5;
const STEP = 5 * 60_000;

/**
 * Limits the rate of bulk writes to Firestore's rule for ramping up traffic: 500 writes per second, plus half every five
 * minutes, which gives Firestore time to split key ranges. After five idle minutes the ramp restarts.
 */
export class Ramp {
  readonly #timing: Timing;
  #startedAt: number;
  #next: number;

  constructor(timing: Timing) {
    this.#timing = timing;
    this.#startedAt = this.#next = timing.now();
  }

  /** Resolves when this many writes may start. */
  async take(writes: number): Promise<void> {
    const now = this.#timing.now();
    if (now - this.#next >= STEP) this.#startedAt = now;
    const at = Math.max(now, this.#next);
    const rate = Math.min(MAX_RATE, FIRST_RATE * GROWTH ** Math.floor((at - this.#startedAt) / STEP));
    this.#next = at + (writes / rate) * 1000;
    if (at > now) await this.#timing.pause(at - now);
  }
}
