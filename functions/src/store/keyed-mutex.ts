/**
 * Mutual exclusion by key. Transactions are optimistic at first; those that met a conflict retry one after another under the
 * mutex of the contended document, so that thousands of increments of it all succeed without endless retries.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when the mutex of the path is free; undefined when it is free now. */
  free(path: string): Promise<void> | undefined {
    return this.#last.size === 0 ? undefined : this.#last.get(path);
  }

  /** Runs `body` while holding the mutexes of all paths, which are acquired in one order to prevent deadlocks. */
  async hold<T>(paths: Iterable<string>, body: () => Promise<T>): Promise<T> {
    const releases: (() => void)[] = [];
    try {
      for (const path of [...paths].sort()) releases.push(await this.#acquire(path));
      return await body();
    } finally {
      for (const release of releases) release();
    }
  }

  async #acquire(path: string): Promise<() => void> {
    const before = this.#last.get(path);
    const { promise, resolve } = Promise.withResolvers<void>();
    const own = (before ?? Promise.resolve()).then(() => promise);
    this.#last.set(path, own);
    await before;
    return () => {
      if (this.#last.get(path) === own) this.#last.delete(path);
      resolve();
    };
  }
}
