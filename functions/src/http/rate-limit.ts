import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { processPart, type RateLimitSettings } from "#src/context";
import { rateLimited } from "#src/errors";
import type { Auth } from "./endpoint.ts";

/** Defaults of the operator's settings. */
export const defaultRateLimits: RateLimitSettings = {
  apiKey: 6000,
  user: 600,
  allUsers: 60_000,
  workspace: 60,
  public: 10,
};

const MINUTE = 60;

/** Kind of limit. A user's call counts against the user and all users of the API key, not against the API key. */
export type Limit = Auth | "user" | "allUsers";

/** The rate limits (docs/behaviour.md#rate-limits). */
export class RateLimits {
  readonly #limiters: { [limit in Limit]: RateLimiterMemory | undefined };

  constructor(settings: RateLimitSettings) {
    const limiter = (points: number) => (points > 0 ? new RateLimiterMemory({ points, duration: MINUTE }) : undefined);
    this.#limiters = {
      apiKey: limiter(settings.apiKey),
      user: limiter(settings.user),
      allUsers: limiter(settings.allUsers),
      workspace: limiter(settings.workspace),
      public: limiter(settings.public),
    };
  }

  /**
   * Counts one request of a user. A user above their own limit does not use up the limit of all users.
   * @throws ApiError RESOURCE_EXHAUSTED
   */
  async consumeAsUser(apiKeyId: string, userId: string): Promise<void> {
    await this.consume("user", `${apiKeyId} ${userId}`);
    await this.consume("allUsers", apiKeyId);
  }

  /** Counts one request. @throws ApiError RESOURCE_EXHAUSTED with `Retry-After` and the `RateLimit` headers. */
  async consume(limit: Limit, caller: string): Promise<void> {
    const limiter = this.#limiters[limit];
    if (!limiter) return;
    try {
      await limiter.consume(caller);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // A timer lets the caller through after a minute: if the clock was set back, the time left by the clock is longer.
      const seconds = Math.min(MINUTE, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      throw rateLimited(limit === "public" ? "public" : "usual", {
        retryAfter: seconds,
        headers: {
          ratelimit: `"${limit}";r=0;t=${seconds}`,
          "ratelimit-policy": `"${limit}";q=${limiter.points};w=${MINUTE}`,
        },
      });
    }
  }
}

/** The rate limits of the process. */
export const rateLimits = processPart(({ settings }) => new RateLimits(settings.rateLimits));
