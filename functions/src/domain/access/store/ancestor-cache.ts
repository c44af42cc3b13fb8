import { processPart } from "#src/context";

/** Chains of so many places are remembered; the oldest are forgotten first. */
const MAX_PLACES = 10_000;

/**
 * Remembers which folders stood above a place, so that the next question about it reads them all in one round trip. What
 * it says is only where to look: the pointers that are then read decide. One per process; it knows the paths of all tenants.
 */
export class AncestorCache {
  readonly #folders = new Map<string, readonly string[]>();

  /** Paths of the folders above, and maybe of others. */
  get(place: string): readonly string[] {
    return this.#folders.get(place) ?? [];
  }

  /** @param folders paths of the folders that stand above the place now. */
  note(place: string, folders: readonly string[]): void {
    this.#folders.delete(place);
    if (folders.length > 0) this.#folders.set(place, folders);
    const [oldest] = this.#folders.keys();
    if (oldest !== undefined && this.#folders.size > MAX_PLACES) this.#folders.delete(oldest);
  }
}

/** The cache of the process. */
export const ancestorCache = processPart(() => new AncestorCache());
