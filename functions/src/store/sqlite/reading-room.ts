/** Bytes of rows that may be in it: each takes several bytes of memory until it is decoded. */
const ROOM = 32 * 1024 * 1024;

/** Bounds the rows that large queries decode in slices side by side: many that begin together would take all memory. */
export class ReadingRoom {
  #held = 0;
  #waiting: (() => void)[] = [];

  /** Whether a query has to wait. To be asked in the turn in which it reads its rows. */
  get isFull(): boolean {
    return this.#held >= ROOM;
  }

  /** Resolves when a query has left it. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Holds so many bytes until `body` has ended. */
  async hold<T>(bytes: number, body: () => Promise<T>): Promise<T> {
    this.#held += bytes;
    try {
      return await body();
    } finally {
      this.#held -= bytes;
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }
}
