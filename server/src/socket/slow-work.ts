import { setTimeout as pause } from "node:timers/promises";

/** Duration of work, in ms, from which it is slow. */
const SLOW = 20;

/** The clock of slow work, and how it pauses. */
export interface SlowWorkTiming {
  /** Monotonic clock, in ms. */
  now(): number;
  /** Resolves after this many ms. */
  pause(ms: number): Promise<unknown>;
}

const hostTiming: SlowWorkTiming = {
  now: () => performance.now(),
  pause: (ms) => pause(ms, undefined, { ref: false }),
};

/**
 * Work for connections that takes long at a time, such as merging a large update. A slice can't divide it, so all
 * connections of the process take turns, and after slow work the next turn waits for as long as that took. So it uses at
 * most half of the process, however many connections ask for it.
 */
export class SlowWork {
  readonly #timing: SlowWorkTiming;
  /** Resolves when the next turn may begin. */
  #free: Promise<unknown> = Promise.resolve();
  /** Ms that were measured inside the work under way. */
  #innerMs = 0;

  constructor(timing = hostTiming) {
    this.#timing = timing;
  }

  /** Does work at once. @returns whether it was slow: similar work should then take its `turn`. */
  do(work: () => void): boolean {
    const ms = this.#measure(work);
    if (ms >= SLOW) this.#free = Promise.all([this.#free, this.#timing.pause(ms)]);
    return ms >= SLOW;
  }

  /** Does work after all work that has been waiting longer. @returns whether it was slow. */
  async turn(work: () => void): Promise<boolean> {
    const done = this.#free.then(() => this.#measure(work));
    this.#free = done.then(
      (ms) => ms >= SLOW && this.#timing.pause(ms),
      () => undefined,
    );
    return (await done) >= SLOW;
  }

  /** @returns how long the work took, in ms, without work that was measured inside it. */
  #measure(work: () => void): number {
    const outerMs = this.#innerMs;
    this.#innerMs = 0;
    const startedAt = this.#timing.now();
    work();
    const ms = this.#timing.now() - startedAt;
    const ownMs = ms - this.#innerMs;
    this.#innerMs = outerMs + ms;
    return ownMs;
  }
}
