const SECOND = 1000;

/** Limits the starts in any one second. */
export class SlidingWindowLimiter {
  #limit: number;
  /** Times of the starts in the last second, in ms since 1970, oldest first. */
  #starts: number[];

  /**
   * @param limit starts per second; undefined for no limit.
   * @param started `toString()` of an earlier limiter: all its starts count as made at the time of the last one.
   */
  constructor(limit: number | undefined, started = "") {
    const [count = 0, at = 0] = started.split("@").map(Number);
    this.#limit = limit ?? Number.POSITIVE_INFINITY;
    this.#starts = limit === undefined ? [] : Array.from({ length: Math.min(count, limit) }, () => at);
  }

  /** Changes the limit. Starts without a limit are not counted, so they are treated as a full second of starts. */
  change(limit: number | undefined, now: number): void {
    const wasCounted = this.#limit !== Number.POSITIVE_INFINITY;
    if (limit === undefined) this.#starts = [];
    else if (!wasCounted) this.#starts = Array.from({ length: limit }, () => now);
    this.#limit = limit ?? Number.POSITIVE_INFINITY;
  }

  /** Claims a start if the limit allows it. @returns 0, or when the next start is allowed, in ms since 1970. */
  take(now: number): number {
    if (this.#limit === Number.POSITIVE_INFINITY) return 0;
    this.#followClock(now);
    const first = this.#starts.findIndex((at) => at > now - SECOND);
    this.#starts = first < 0 ? [] : this.#starts.slice(first);
    const last = this.#starts.at(-this.#limit);
    if (last !== undefined) return last + SECOND;
    this.#starts.push(now);
    return 0;
  }

  /** Moves starts that are further ahead than a reserved second to the present: the clock was set back. */
  #followClock(now: number): void {
    if ((this.#starts.at(-1) ?? now) > now + SECOND) this.#starts = this.#starts.map(() => now);
  }

  /** Until when the last start counts, in ms since 1970; 0 if no start counts. */
  countsUntil(now: number): number {
    this.#followClock(now);
    const last = this.#starts.at(-1);
    return last !== undefined && last > now - SECOND ? last + SECOND : 0;
  }

  /** The starts that count, as text: `<count>@<time of the last in ms>`. */
  toString(): string {
    return this.#starts.length === 0 ? "" : `${this.#starts.length}@${this.#starts.at(-1)}`;
  }
}
