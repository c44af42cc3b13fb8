const SECOND = 1000;

/** Keeps deliveries to at most so many starts in any one second. */
export class SlidingWindowLimiter {
  #limit: number;
  /** When those of the last second started, in ms since 1970, the oldest first. */
  #starts: number[];

  /**
   * @param limit starts per second; undefined: no bound.
   * @param started what `toString` of the one before gave: all its starts count as made at the time of the last.
   */
  constructor(limit: number | undefined, started = "") {
    const [count = 0, at = 0] = started.split("@").map(Number);
    this.#limit = limit ?? Number.POSITIVE_INFINITY;
    this.#starts = limit === undefined ? [] : Array.from({ length: Math.min(count, limit) }, () => at);
  }

  /** Holds another limit from now on. What started without one has not been counted: it takes up the whole second. */
  change(limit: number | undefined, now: number): void {
    const wasCounted = this.#limit !== Number.POSITIVE_INFINITY;
    if (limit === undefined) this.#starts = [];
    else if (!wasCounted) this.#starts = Array.from({ length: limit }, () => now);
    this.#limit = limit ?? Number.POSITIVE_INFINITY;
  }

  /** Takes a start where one is free now. @returns 0, else when the next is free, in ms since 1970. */
  take(now: number): number {
    if (this.#limit === Number.POSITIVE_INFINITY) return 0;
    const first = this.#starts.findIndex((at) => at > now - SECOND);
    this.#starts = first < 0 ? [] : this.#starts.slice(first);
    const last = this.#starts.at(-this.#limit);
    if (last !== undefined) return last + SECOND;
    this.#starts.push(now);
    return 0;
  }

  /** Until when the starts so far count, in ms since 1970; 0 when none does. */
  countsUntil(now: number): number {
    const last = this.#starts.at(-1);
    return last !== undefined && last > now - SECOND ? last + SECOND : 0;
  }

  /** The starts that still count, as short text. */
  toString(): string {
    return this.#starts.length === 0 ? "" : `${this.#starts.length}@${this.#starts.at(-1)}`;
  }
}
