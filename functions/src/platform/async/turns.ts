/** Runs a limited number of tasks at once; the others wait and begin in order. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce maximum number of tasks that run at once. */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs `work` when its turn has come. Rejects with its failure, which ends the turn just as success does. */
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
