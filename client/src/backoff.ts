import type { AtriumError } from "./error.ts";
import type { Timing } from "./timing.ts";

/** Longest wait before the first new try, in ms; it doubles with each one. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;

/** The wait before the next try, in ms: with jitter, so that callers who failed together don't come back together. */
export function backoff(attempt: number, retryAfter: number | undefined, { random }: Timing): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1)) * (0.5 + random() / 2);
  return retryAfter === undefined ? wait : retryAfter * 1000 + wait;
}

/** `Retry-After` in seconds; it may be told as a number or as a date. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/**
 * Whether a new try may end better.
 * @param isSafe a second run of the call does nothing that the first did already.
 */
export function mayTryAgain({ code, httpStatus, retryAfter }: AtriumError, isSafe: boolean): boolean {
  // The service refuses these before it does anything.
  if (httpStatus === 429) return true;
  if (!isSafe) return false;
  // No answer, a service or gateway that is overloaded, or a first try that still runs.
  const isOutage = httpStatus === undefined || httpStatus === 502 || httpStatus === 503 || httpStatus === 504;
  return (
    (isOutage && (code === "UNAVAILABLE" || code === "DEADLINE_EXCEEDED")) ||
    (httpStatus === 409 && retryAfter !== undefined)
  );
}
