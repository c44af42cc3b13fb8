import { type Context, processPart, type ReadContext } from "#src/context";
import { USER_TOKEN_SECONDS } from "./user-token.ts";

/**
 * The latest time that this process has seen. If the clock is set back, tokens issued earlier have a time in the future
 * and will be valid again, so a revocation must cover them.
 */
class LatestTime {
  readonly #now: () => number;
  #latest: number;

  constructor({ now }: Pick<Context, "now">) {
    this.#now = now;
    this.#latest = now();
  }

  /** Reads the clock, so that its current time counts as seen. */
  look(): void {
    this.#latest = Math.max(this.#latest, this.#now());
  }

  /**
   * The latest time at which tokens can have been issued, in ms since 1970. It is at most a token's lifetime ahead of
   * the clock, so that a clock that was far ahead for a moment locks nobody out for longer.
   */
  lastIssue(): number {
    this.look();
    return Math.min(this.#latest, this.#now() + USER_TOKEN_SECONDS * 1000);
  }
}

/** The latest time that the process has seen. */
export const latestTime = processPart((context: ReadContext) => new LatestTime(context));
