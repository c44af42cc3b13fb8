import { LRUCache } from "lru-cache";

/** Values by text. */
export type TtlCache<Value extends object> = LRUCache<string, Value>;

/**
 * A cache of one process: what was used longest ago makes room, and what is older than its TTL is gone.
 * @param monotonic clock in ms: no setting of the machine's clock lengthens a TTL.
 * @param max most entries.
 * @param ttl in ms, a whole number.
 */
export function ttlCache<Value extends object>(
  monotonic: () => number,
  { max, ttl }: { max: number; ttl: number },
): TtlCache<Value> {
  // The library still serves what is exactly as old as its TTL. With a resolution it would read the clock by a timer.
  return new LRUCache({ max, ttl: ttl - 1, ttlResolution: 0, perf: { now: monotonic } });
}
