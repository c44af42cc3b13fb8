import type { Timing } from "#store/firestore/timing";

/** A clock that only pauses advance, and pauses that take no time. */
export class QuickTiming implements Timing {
  /** The pauses so far, in ms. */
  readonly pauses: number[] = [];
  #now = 0;

  now(): number {
    return this.#now;
  }

  async pause(ms: number): Promise<void> {
    this.pauses.push(ms);
    this.#now += ms;
  }

  /** The middle of every range. */
  random(): number {
    return 0.5;
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}
