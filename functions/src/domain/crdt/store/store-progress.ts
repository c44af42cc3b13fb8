/** Tracks how many of the items that were taken, in order, are stored. */
export class StoreProgress {
  #taken = 0;
  #stored = 0;
  /** Those who wait, in the order of what they wait for. */
  readonly #waiting: { for: number; stored: PromiseWithResolvers<void> }[] = [];

  /** Resolves when everything taken so far is stored or given up; undefined if it is stored already. */
  get stored(): Promise<void> | undefined {
    if (this.#stored >= this.#taken) return undefined;
    const last = this.#waiting.at(-1);
    if (last?.for === this.#taken) return last.stored.promise;
    const completion = Promise.withResolvers<void>();
    this.#waiting.push({ for: this.#taken, stored: completion });
    return completion.promise;
  }

  take(): void {
    this.#taken++;
  }

  /** Records that this many more items are stored. */
  store(count: number): void {
    this.#stored += count;
    while (this.#waiting[0] && this.#waiting[0].for <= this.#stored) this.#waiting.shift()?.stored.resolve();
  }

  /** Records that nothing more of what was taken will be stored. */
  giveUp(): void {
    this.store(Math.max(0, this.#taken - this.#stored));
  }
}
