/** Tracks how many of the items that were taken, in order, are stored. */
export class StoreProgress {
  #takenCount = 0;
  #storedCount = 0;
  /** Those who wait, in the order of what they wait for. */
  readonly #waiting: { for: number; stored: PromiseWithResolvers<void> }[] = [];

  /** Resolves when everything taken so far is stored or given up; undefined if it is stored already. */
  get stored(): Promise<void> | undefined {
    if (this.#storedCount >= this.#takenCount) return undefined;
    const last = this.#waiting.at(-1);
    if (last?.for === this.#takenCount) return last.stored.promise;
    const completion = Promise.withResolvers<void>();
    this.#waiting.push({ for: this.#takenCount, stored: completion });
    return completion.promise;
  }

  take(): void {
    this.#takenCount++;
  }

  /** Records that this many more items are stored. */
  store(count: number): void {
    this.#storedCount += count;
    while (this.#waiting[0] && this.#waiting[0].for <= this.#storedCount) this.#waiting.shift()?.stored.resolve();
  }

  /** Records that nothing more of what was taken will be stored. */
  giveUp(): void {
    this.store(Math.max(0, this.#takenCount - this.#storedCount));
  }
}
