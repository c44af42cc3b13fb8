import { setTimeout } from "node:timers/promises";

/** The clock and the pauses between tries; tests bring their own. */
export interface Timing {
  /** ms on a clock that never goes back. */
  now(): number;
  /** Resolves after so many ms. */
  pause(ms: number): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

/** The timing of the process. */
export const hostTiming: Timing = {
  now: () => performance.now(),
  pause: (ms) => setTimeout(ms),
  random: Math.random,
};

/** Most times that one piece of work is tried. */
const MAX_ATTEMPTS = 5;
/** No further try begins when so many ms have passed since the first. */
const MAX_TIME = 20_000;
/** The first pause in ms; each following one is twice as long. */
const FIRST_PAUSE = 200;

/** The tries of one piece of work: five at most, ever further apart, none that begins later than 20 s after the first. */
export class Attempts {
  readonly #timing: Timing;
  readonly #end: number;
  #made = 1;

  constructor(timing: Timing) {
    this.#timing = timing;
    this.#end = timing.now() + MAX_TIME;
  }

  /** Pauses before the next try, from half to one and a half of its step; false when there is none. */
  async next(): Promise<boolean> {
    if (this.#made >= MAX_ATTEMPTS) return false;
    const pause = FIRST_PAUSE * 2 ** (this.#made - 1) * (0.5 + this.#timing.random());
    if (this.#timing.now() + pause >= this.#end) return false;
    this.#made++;
    await this.#timing.pause(pause);
    return true;
  }
}
