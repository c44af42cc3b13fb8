/** How far what was taken over, one after another, is stored. */
export class StoreProgress {
  #taken = 0;
  #stored = 0;
  /** Who waits, in the order of what they wait for. */
  readonly #waiting: { for: number; stored: PromiseWithResolvers<void> }[] = [];

  /** Resolves when all that was taken by now is stored or given up; undefined: it is stored. */
  get stored(): Promise<void> | undefined {
    if (this.#stored >= this.#taken) return undefined;
    const last = this.#waiting.at(-1);
    if (last?.for === this.#taken) return last.stored.promise;
    const stored = Promise.withResolvers<void>();
    this.#waiting.push({ for: this.#taken, stored });
    return stored.promise;
  }

  take(): void {
    this.#taken++;
  }

  /** So many further ones are stored. */
  store(count: number): void {
    this.#stored += count;
    while (this.#waiting[0] && this.#waiting[0].for <= this.#stored) this.#waiting.shift()?.stored.resolve();
  }

  /** Nothing more will be stored of what was taken. */
  giveUp(): void {
    this.store(Math.max(0, this.#taken - this.#stored));
  }
}
