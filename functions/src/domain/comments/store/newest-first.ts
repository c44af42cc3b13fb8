import type { Cursor } from "#store/port";

/**
 * A position in a list of threads, last changed first. A thread that changes while pages are read moves to the
 * beginning of the list, where the caller has been already. So the list ends with the threads that have changed since
 * it was begun.
 */
export interface NewestFirst {
  /** Last change of the first thread of the list, in ms since 1970: threads that change later are listed at the end. */
  begunAt?: number | undefined;
  /** Whether the threads that have changed since are being listed, in the order of their changes. */
  isAtChanged: boolean;
  after?: Cursor | undefined;
}

/** The position that a page token stands for. */
export function toNewestFirst(cursor: Cursor | undefined): NewestFirst {
  if (!cursor) return { isAtChanged: false };
  const [first, ...rest] = cursor;
  if (first === "changed") return { isAtChanged: true, after: rest };
  if (first === "begun") return { isAtChanged: true, begunAt: rest[0] as number };
  // A token of an earlier version has no time.
  if (cursor.length < 3) return { isAtChanged: false, after: cursor };
  return { isAtChanged: false, begunAt: first as number, after: rest };
}

/** The position before the threads that have changed since the list was begun. */
export const beforeChanged = (begunAt: number): Cursor => ["begun", begunAt];

/** The position behind a page of threads that have changed. */
export const behindChanged = (cursor: Cursor): Cursor => ["changed", ...cursor];

/** The position behind a page of threads, last changed first. */
export const behindPage = (begunAt: number, cursor: Cursor): Cursor => [begunAt, ...cursor];
