import type { Timing } from "../timing.ts";

/** Average time between calls, in ms: 300 a minute, half of what the service grants a user by default. */
const PAUSE = 200;
/** Number of calls that may be made without a pause. */
const BURST = 40;

/**
 * Spreads the calls of a client that edits over HTTP, so that typing leaves some of the user's rate limit for other
 * calls.
 */
export class Pace {
  readonly #timing: Pick<Timing, "now">;
  /** When all calls so far would be done at the average pace, in ms since 1970. */
  #due = 0;

  constructor(timing: Pick<Timing, "now">) {
    this.#timing = timing;
  }

  /** Counts a call. @returns how long the caller should wait, in ms. */
  next(): number {
    const now = this.#timing.now();
    // Setting the clock back must not stop a client.
    const due = Math.min(Math.max(this.#due, now), now + (BURST + 1) * PAUSE);
    this.#due = due + PAUSE;
    return Math.max(0, this.#due - now - BURST * PAUSE);
  }
}
