/** Runs a limited number of works at once; the others wait and begin in their order. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce maximum number of works that run at once. */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs `work` when its turn has come. Rejects with its failure, which ends its turn like its success. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
