import type { Timing } from "../timing.ts";

/** Least time that a call takes of the pace on average, ms: 300 a minute, half of what the service grants a user by default. */
const PAUSE = 200;
/** Calls that may follow each other without a pause. */
const BURST = 40;

/** Spreads the calls of a client that edits over HTTP, so that typing leaves the user's rate limit to other calls. */
export class Pace {
  readonly #timing: Pick<Timing, "now">;
  /** When all calls so far would have been made at the average pace, ms since 1970. */
  #due = 0;

  constructor(timing: Pick<Timing, "now">) {
    this.#timing = timing;
  }

  /** Counts a call. @returns how long it should wait, ms. */
  next(): number {
    const now = this.#timing.now();
    // A clock that is set back must not stop a client.
    const due = Math.min(Math.max(this.#due, now), now + (BURST + 1) * PAUSE);
    this.#due = due + PAUSE;
    return Math.max(0, this.#due - now - BURST * PAUSE);
  }
}
