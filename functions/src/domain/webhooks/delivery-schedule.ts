const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delay of each attempt after the previous one, in ms: ten attempts over 75 h 35 min. */
const STEPS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Maximum number of attempts of a delivery. */
export const MAX_ATTEMPTS = STEPS.length;

/** An endpoint is disabled when all attempts have failed for this long, in ms. */
export const DISABLE_AFTER = 5 * 24 * HOUR;

const JITTER = 0.2;

/**
 * The delay before the next attempt, in ms; undefined after the last attempt.
 * @param attemptCount number of attempts so far, at least one.
 * @param random from 0 to 1: spreads attempts by ±20 %, so that deliveries that failed together are not retried together.
 * @param retryAfter the delay that the receiver asked for, in ms: honoured between one and two times the regular delay.
 */
export function retryDelay(attemptCount: number, random: number, retryAfter?: number): number | undefined {
  const step = STEPS[attemptCount];
  if (step === undefined) return undefined;
  if (retryAfter !== undefined) return Math.min(Math.max(retryAfter, step), 2 * step);
  return Math.round(step * (1 - JITTER + 2 * JITTER * random));
}

/**
 * The header `Retry-After` in ms from `now` (ms since 1970): seconds or a date; undefined when it is neither.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  const date = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
