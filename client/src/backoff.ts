import type { AtriumError } from "./error.ts";
import type { Timing } from "./timing.ts";

/** Longest wait before the first retry, in ms; it doubles with each retry. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;

/** The wait before the next retry, in ms, with jitter, so that callers that failed together do not retry together. */
export function backoff(attempt: number, retryAfter: number | undefined, { random }: Timing): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1)) * (0.5 + random() / 2);
  return wait + (retryAfter ?? 0) * 1000;
}

/** `Retry-After` in seconds; it may be a number or a date. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/**
 * Whether a retry may succeed.
 * @param isSafe whether the call can be repeated without taking effect twice.
 */
export function isRetryable({ code, httpStatus, retryAfter }: AtriumError, isSafe: boolean): boolean {
  // The service refuses such calls before they have any effect.
  if (httpStatus === 429) return true;
  if (!isSafe) return false;
  // No response, an overloaded service or gateway, or a first attempt that is still running.
  const isOutage = httpStatus === undefined || (httpStatus >= 502 && httpStatus <= 504);
  return (
    (isOutage && (code === "UNAVAILABLE" || code === "DEADLINE_EXCEEDED")) ||
    (httpStatus === 409 && retryAfter !== undefined)
  );
}
