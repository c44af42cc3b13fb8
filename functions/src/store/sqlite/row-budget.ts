/** Maximum bytes of rows that are held together. Each takes several bytes of memory until it is decoded. */
const ROOM = 32 * 1024 * 1024;

/** Bounds the rows that concurrent large queries decode in slices: many that begin together would exhaust the memory. */
export class RowBudget {
  #heldBytes = 0;
  #waiting: (() => void)[] = [];

  /** Whether a query has to wait. Check it in the turn in which the query reads its rows. */
  get isFull(): boolean {
    return this.#heldBytes >= ROOM;
  }

  /** Resolves when a query has released its rows. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Holds this many bytes until `body` has ended. */
  async hold<T>(bytes: number, body: () => Promise<T>): Promise<T> {
    this.#heldBytes += bytes;
    try {
      return await body();
    } finally {
      this.#heldBytes -= bytes;
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }
}
