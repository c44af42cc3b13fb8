/** Tells commits of this process from those of others, by the numbers of all commits of the data file. */
export class ForeignCommits {
  /** Number of the last known commit. */
  #lastKnown = 0;
  #last = 0;

  /** Number of the last commit that may be of another process. */
  get last(): number {
    return this.#last;
  }

  /** Records the number of commits of this process. */
  committed(sequence: number): void {
    if (sequence > this.#lastKnown + 1) this.#last = sequence - 1;
    this.#lastKnown = sequence;
  }

  /** Records the number of the last commit that a read has seen. @returns `last` */
  seen(sequence: number): number {
    if (sequence > this.#lastKnown) this.#lastKnown = this.#last = sequence;
    return this.#last;
  }
}
