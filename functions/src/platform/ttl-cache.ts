import { LRUCache } from "lru-cache";

/** Cached values by key. */
export type TtlCache<Value extends object> = LRUCache<string, Value>;

/**
 * A cache of one process that evicts the least recently used entry when full, and expires entries after their TTL.
 * @param monotonic clock in ms, so that setting the machine's clock lengthens no TTL.
 * @param max number of entries.
 * @param ttl in ms, a whole number.
 */
export function ttlCache<Value extends object>(
  monotonic: () => number,
  { max, ttl }: { max: number; ttl: number },
): TtlCache<Value> {
  // The library still serves an entry that is exactly as old as its TTL; with a resolution above 0 it would cache the clock.
  return new LRUCache({ max, ttl: ttl - 1, ttlResolution: 0, perf: { now: monotonic } });
}
