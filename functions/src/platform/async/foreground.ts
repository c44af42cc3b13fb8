/** Counts what people wait for, such as requests, so that background work can let it go first. */
export class Foreground {
  readonly #now: () => number;
  #underWay = 0;
  #endedAt: number;
  #waiting: (() => void)[] = [];

  /** @param now monotonic clock, in ms. */
  constructor(now: () => number) {
    this.#now = now;
    // Requests usually come soon after a start.
    this.#endedAt = now();
  }

  /** Somebody waits from now on. `end` must follow. */
  begin(): void {
    this.#underWay++;
  }

  /** Somebody has been answered. */
  end(): void {
    this.#underWay--;
    this.#endedAt = this.#now();
    if (this.#underWay > 0) return;
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** Somebody has been answered at once. */
  touch(): void {
    this.#endedAt = this.#now();
  }

  /** Whether somebody waits. */
  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  /** How long nobody has waited, in ms. */
  get quietFor(): number {
    return this.isBusy ? 0 : this.#now() - this.#endedAt;
  }

  /** Resolves when nobody waits. */
  async untilQuiet(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
