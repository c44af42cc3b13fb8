/** The entries of a cache that are out of date. */
export type OutOfDate = readonly string[] | "all";

/** The other processes of a host on the same machine, which have caches of their own. */
export interface Siblings {
  /** Tells the others that entries of a cache are out of date. What is lost on the way is bounded by the TTL. */
  tell(cache: string, keys: readonly string[]): void;
  /** Calls `drop` with the entries of a cache that another process tells of; with "all" when it can't tell which ones. */
  hear(cache: string, drop: (keys: OutOfDate) => void): void;
}

/** Of a process that is alone, or can't reach the others: they learn by the TTL. */
export const noSiblings: Siblings = { tell: () => undefined, hear: () => undefined };
