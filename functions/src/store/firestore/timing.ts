import { setTimeout } from "node:timers/promises";

/** The clock, the pauses and the jitter of retries. */
export interface Timing {
  /** Monotonic clock, in ms. */
  now(): number;
  /** Resolves after `ms`. */
  pause(ms: number): Promise<void>;
  /** A random number from 0 up to 1. */
  random(): number;
}

/** The timing of the process. */
export const hostTiming: Timing = {
  now: () => performance.now(),
  pause: (ms) => setTimeout(ms),
  random: Math.random,
};

/** Maximum number of attempts. */
const MAX_ATTEMPTS = 5;
/** Time limit for starting attempts, in ms since the first. */
const MAX_TIME = 20_000;
/** The first pause in ms; each following one is twice as long. */
const FIRST_PAUSE = 200;

/** Attempts with exponential backoff: at most five, none starting later than 20 s after the first. */
export class Attempts {
  readonly #timing: Timing;
  readonly #end: number;
  #count = 1;

  constructor(timing: Timing) {
    this.#timing = timing;
    this.#end = timing.now() + MAX_TIME;
  }

  /** Pauses before the next attempt, with a jitter of one half. @returns false when no attempt is left. */
  async next(): Promise<boolean> {
    if (this.#count >= MAX_ATTEMPTS) return false;
    const pause = FIRST_PAUSE * 2 ** (this.#count - 1) * (0.5 + this.#timing.random());
    if (this.#timing.now() + pause >= this.#end) return false;
    this.#count++;
    await this.#timing.pause(pause);
    return true;
  }
}
