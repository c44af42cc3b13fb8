import { LRUCache } from "lru-cache";
import { processPart } from "#src/context";

/** Maximum number of places in the cache; the least recently used are evicted. */
const MAX_PLACES = 10_000;

/**
 * Remembers the folders above a place, so that the next decision about it reads them all in one round trip. They only
 * hint where to look: the pointers that are then read decide. One cache per process holds paths of all tenants.
 */
export class AncestorCache {
  readonly #folders = new LRUCache<string, readonly string[]>({ max: MAX_PLACES });

  /** Paths of the folders above, possibly with outdated ones. */
  get(place: string): readonly string[] {
    return this.#folders.get(place) ?? [];
  }

  /** @param folders paths of the folders that are above the place now. */
  set(place: string, folders: readonly string[]): void {
    if (folders.length > 0) this.#folders.set(place, folders);
    else this.#folders.delete(place);
  }
}

/** The cache of the process. */
export const ancestorCache = processPart(() => new AncestorCache());
