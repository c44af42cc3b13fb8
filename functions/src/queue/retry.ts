import { maskSecrets } from "#platform/text/secret-text";
import type { Retry } from "./port.ts";

/** Jitter of a pause in either direction, so that tasks that failed together do not return together. */
const JITTER = 0.25;
const MAX_ERROR_LENGTH = 500;

/**
 * From this many failed attempts on, a task that is retried until it succeeds is logged as an error: it has failed for
 * some minutes, and what a caller was promised, such as an erasure, is not being done.
 */
export const MANY_ATTEMPTS = 10;

/** The pause in ms after a failed attempt, numbered from 1. @param random returns a number from 0 up to 1. */
export function backoff({ minBackoff, maxBackoff }: Retry, attempt: number, random: () => number): number {
  const step = Math.min(maxBackoff, minBackoff * 2 ** (attempt - 1));
  return Math.round(step * (1 - JITTER + 2 * JITTER * random()));
}

/** The text of an error that is stored: one line without credentials, in which URLs are cut to their host. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const withoutUrls = text.replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#"']+)[^\s"']*/gi, "$1$2");
  return maskSecrets(withoutUrls.replaceAll(/\b(basic|bearer)\s+\S+/gi, "$1 …"))
    .replaceAll(/\s+/g, " ")
    .slice(0, MAX_ERROR_LENGTH)
    .toWellFormed();
}
