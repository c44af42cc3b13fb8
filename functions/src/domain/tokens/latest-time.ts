import { type Context, processPart, type ReadContext } from "#src/context";
import { USER_TOKEN_SECONDS } from "./user-token.ts";

/**
 * The latest time that this process has seen. After the clock was set back, tokens from before are issued in the future: they
 * become valid again, so a revocation must reach them.
 */
class LatestTime {
  readonly #now: () => number;
  #latest: number;

  constructor({ now }: Pick<Context, "now">) {
    this.#now = now;
    this.#latest = now();
  }

  /** Looks at the clock, so that its time counts as seen. */
  look(): void {
    this.#latest = Math.max(this.#latest, this.#now());
  }

  /**
   * Up to when tokens can have been issued, in ms since 1970. At most as long ahead of the clock as a token holds, so that a clock
   * that was far ahead for a moment locks nobody out for longer.
   */
  lastIssue(): number {
    this.look();
    return Math.min(this.#latest, this.#now() + USER_TOKEN_SECONDS * 1000);
  }
}

/** The latest time that the process has seen. */
export const latestTime = processPart((context: ReadContext) => new LatestTime(context));
