const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after the attempt before each one is made, in ms: ten attempts over 75 h 35 min. */
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

/** Attempts that a delivery is given. */
export const MAX_ATTEMPTS = STEPS.length;

/** An endpoint whose every attempt failed for so long is disabled, in ms. */
export const DISABLE_AFTER = 5 * 24 * HOUR;

const JITTER = 0.2;

/**
 * How long to wait before the next attempt, in ms; undefined when there is none any more.
 * @param made how many attempts were made, at least one.
 * @param random from 0 to 1: spreads attempts by ±20 %, so that what failed together does not come back together.
 * @param retryAfter what the receiver asked for, in ms: honoured from the step's length up to twice of it.
 */
export function waitBefore(made: number, random: number, retryAfter?: number): number | undefined {
  const step = STEPS[made];
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
