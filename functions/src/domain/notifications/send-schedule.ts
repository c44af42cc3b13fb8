const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Pauses between the attempts to send a message, in ms. */
const PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Jitter of a pause in either direction. */
const JITTER = 0.2;

/**
 * The pause in ms after a failed attempt; undefined after the last one.
 * @param attempt numbered from 1.
 * @param random returns a number from 0 up to 1.
 */
export function pauseAfter(attempt: number, random: () => number): number | undefined {
  const pause = PAUSES[attempt - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 - JITTER + 2 * JITTER * random()));
}
