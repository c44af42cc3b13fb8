import { parseRetryAfter, waitBefore } from "./delivery-schedule.ts";

/** What an attempt met: an answer with its status, or none. */
export interface Answer {
  status?: number | undefined;
  retryAfter?: string | undefined;
}

/** What follows from an attempt. */
export type Outcome =
  | { status: "succeeded" }
  /** To be tried again at `dueAt`, in ms since 1970. */
  | { status: "pending"; dueAt: number }
  /** That was the last attempt. */
  | { status: "failed" }
  /** The endpoint does not exist any more and says so (HTTP 410). */
  | { status: "gone" };

/**
 * Only 2xx is success; a redirect is none.
 * @param made attempts that were made, this one included.
 * @param random from 0 up to 1, for the jitter.
 */
export function outcomeOf({ status = 0, retryAfter }: Answer, made: number, now: number, random: number): Outcome {
  if (status >= 200 && status < 300) return { status: "succeeded" };
  if (status === 410) return { status: "gone" };
  const wait = waitBefore(made, random, parseRetryAfter(retryAfter, now));
  return wait === undefined ? { status: "failed" } : { status: "pending", dueAt: now + wait };
}
