import { LRUCache } from "lru-cache";
import type { Metrics } from "#platform/observability/metrics";
import type { OutOfDate, Siblings } from "#platform/siblings";

/** Cached values by key. */
export interface TtlCache<Value extends object> extends LRUCache<string, Value> {
  /** Drops entries that have changed, also in the other processes of the machine. */
  deleteEverywhere(keys: readonly string[]): void;
}

/** What a cache needs from its process. */
export interface CacheSurroundings {
  /** Monotonic clock in ms, so that setting the machine's clock can't lengthen a TTL. */
  monotonic: () => number;
  metrics: Metrics;
  siblings: Siblings;
}

/**
 * A cache of one process that evicts the least recently used entry when full, and expires entries after their TTL.
 * @param name of the cache in its metrics: lower-case letters and hyphens.
 * @param max number of entries.
 * @param ttl in ms, a whole number.
 * @param isOwn whether it holds only this process's own data, such as counts, which other processes can't make out of
 * date.
 */
export function ttlCache<Value extends object>(
  { monotonic, metrics, siblings }: CacheSurroundings,
  { name, max, ttl, isOwn = false }: { name: string; max: number; ttl: number; isOwn?: boolean },
): TtlCache<Value> {
  // The library still serves an entry that is exactly as old as its TTL; with a resolution above 0 it would cache the clock.
  // It reserves memory for `max` entries at once, but none for `maxSize`.
  const bound = { maxSize: max, sizeCalculation: () => 1 };
  const options = { ...bound, ttl: ttl - 1, ttlResolution: 0, perf: { now: monotonic } };
  const cache = new CountedCache<Value>(options, (keys) => siblings.tell(name, keys));
  if (!isOwn) siblings.hear(name, (keys) => cache.drop(keys));
  metrics.register(
    { name: "atrium_cache_lookups_total", type: "counter", help: "Lookups in a cache, by cache and whether they hit." },
    () => [
      { labels: { cache: name, result: "hit" }, value: cache.hits },
      { labels: { cache: name, result: "miss" }, value: cache.misses },
    ],
  );
  return cache;
}

class CountedCache<Value extends object> extends LRUCache<string, Value> implements TtlCache<Value> {
  hits = 0;
  misses = 0;
  readonly #tellOthers: (keys: readonly string[]) => void;

  constructor(options: LRUCache.Options<string, Value, unknown>, tellOthers: (keys: readonly string[]) => void) {
    super(options);
    this.#tellOthers = tellOthers;
  }

  drop(keys: OutOfDate): void {
    if (keys === "all") this.clear();
    else for (const key of keys) this.delete(key);
  }

  deleteEverywhere(keys: readonly string[]): void {
    this.drop(keys);
    if (keys.length > 0) this.#tellOthers(keys);
  }

  override get(...lookup: Parameters<LRUCache<string, Value>["get"]>): Value | undefined {
    const value = super.get(...lookup);
    if (value === undefined) this.misses++;
    else this.hits++;
    return value;
  }
}
