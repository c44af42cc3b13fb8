import type { Retry } from "./port.ts";

/** How far a pause strays from its step, in either direction: those who failed together do not come back together. */
const JITTER = 0.25;
const MAX_ERROR_LENGTH = 500;

/** The pause in ms after the failed attempt of this number. @param random from 0 up to 1. */
export function backoff({ minBackoff, maxBackoff }: Retry, attempt: number, random: () => number): number {
  const step = Math.min(maxBackoff, minBackoff * 2 ** (attempt - 1));
  return Math.round(step * (1 - JITTER + 2 * JITTER * random()));
}

/** What is kept of an error: one line without credentials. Of addresses only the host stays. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#"']+)[^\s"']*/gi, "$1$2")
    .replaceAll(/\b(basic|bearer)\s+\S+/gi, "$1 …")
    .replaceAll(/\b(whsec|at|wt)_[\w+/=.-]+/g, "$1_…")
    .replaceAll(/\s+/g, " ")
    .slice(0, MAX_ERROR_LENGTH)
    .toWellFormed();
}
