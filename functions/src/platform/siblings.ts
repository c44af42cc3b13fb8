/** The entries of a cache that are out of date. */
export type OutOfDate = readonly string[] | "all";

/** The other processes of a host on the same machine, which have caches of their own. */
export interface Siblings {
  /**
   * Notifies the others that entries of a cache are out of date. If the message is lost, entries stay stale up to their
   * TTL.
   */
  tell(cache: string, keys: readonly string[]): void;
  /** Calls `drop` with the entries of a cache that another process reports; with "all" if it is unknown which ones. */
  hear(cache: string, drop: (keys: OutOfDate) => void): void;
}

/** For a process that is alone or can't reach the others, whose entries then expire after their TTL. */
export const noSiblings: Siblings = { tell: () => undefined, hear: () => undefined };
