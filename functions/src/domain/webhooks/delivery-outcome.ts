import { parseRetryAfter, retryDelay } from "./delivery-schedule.ts";

/** The endpoint's answer to an attempt; `status` is omitted if it did not answer. */
export interface Answer {
  status?: number | undefined;
  retryAfter?: string | undefined;
}

/** The state of a delivery after an attempt. */
export type Outcome =
  | { status: "succeeded" }
  /** The next attempt is due at `dueAt`, in ms since 1970. */
  | { status: "pending"; dueAt: number }
  /** This was the last attempt. */
  | { status: "failed" }
  /** The endpoint answered 410: it no longer exists. */
  | { status: "gone" };

/**
 * Decides what happens after an attempt. Only a 2xx status is success; a redirect is not.
 * @param attemptCount number of attempts so far, including this one.
 * @param random from 0 up to 1, for the jitter.
 */
export function outcomeOf(
  { status = 0, retryAfter }: Answer,
  attemptCount: number,
  now: number,
  random: number,
): Outcome {
  if (status >= 200 && status < 300) return { status: "succeeded" };
  if (status === 410) return { status: "gone" };
  const wait = retryDelay(attemptCount, random, parseRetryAfter(retryAfter, now));
  return wait === undefined ? { status: "failed" } : { status: "pending", dueAt: now + wait };
}
