import { LRUCache } from "lru-cache";
import { processPart } from "#src/context";

/** Chains of so many places are remembered; those that were used longest ago are forgotten first. */
const MAX_PLACES = 10_000;

/**
 * Remembers which folders stood above a place, so that the next question about it reads them all in one round trip. What
 * it says is only where to look: the pointers that are then read decide. One per process; it knows the paths of all tenants.
 */
export class AncestorCache {
  readonly #folders = new LRUCache<string, readonly string[]>({ max: MAX_PLACES });

  /** Paths of the folders above, and maybe of others. */
  get(place: string): readonly string[] {
    return this.#folders.get(place) ?? [];
  }

  /** @param folders paths of the folders that stand above the place now. */
  set(place: string, folders: readonly string[]): void {
    if (folders.length > 0) this.#folders.set(place, folders);
    else this.#folders.delete(place);
  }
}

/** The cache of the process. */
export const ancestorCache = processPart(() => new AncestorCache());
