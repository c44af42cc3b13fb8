/**
 * Whose turn it is to repeat a transaction over a contended document. Tries are optimistic; what failed once goes one
 * after another, so that thousands of increments of one document all get through without endless retries.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when nobody holds a turn for the path; undefined when nobody does. */
  free(path: string): Promise<void> | undefined {
    return this.#last.get(path);
  }

  /** Waits for the turns of all paths (taken in one order, so that nobody waits in a circle), then runs `body`. */
  async hold<T>(paths: Iterable<string>, body: () => Promise<T>): Promise<T> {
    const releases: (() => void)[] = [];
    try {
      for (const path of [...paths].sort()) releases.push(await this.#take(path));
      return await body();
    } finally {
      for (const release of releases) release();
    }
  }

  async #take(path: string): Promise<() => void> {
    const before = this.#last.get(path);
    const { promise, resolve } = Promise.withResolvers<void>();
    const mine = (before ?? Promise.resolve()).then(() => promise);
    this.#last.set(path, mine);
    await before;
    return () => {
      if (this.#last.get(path) === mine) this.#last.delete(path);
      resolve();
    };
  }
}
