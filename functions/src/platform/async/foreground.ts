/** Counts work in progress that a caller waits for, such as requests, so that background work can let it go first. */
export class Foreground {
  readonly #now: () => number;
  #underWay = 0;
  #endedAt: number;
  #waiting: (() => void)[] = [];

  /** @param now monotonic clock, in ms. */
  constructor(now: () => number) {
    this.#now = now;
    // Requests usually arrive soon after a start.
    this.#endedAt = now();
  }

  /** Records that a caller starts waiting. `end` must follow. */
  begin(): void {
    this.#underWay++;
  }

  /** Records that a waiting caller has been answered. */
  end(): void {
    this.#underWay--;
    this.#endedAt = this.#now();
    if (this.#underWay > 0) return;
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** Records a call that was answered at once. */
  touch(): void {
    this.#endedAt = this.#now();
  }

  /** Whether a caller is waiting. */
  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  /** How long no caller has been waiting, in ms. */
  get quietFor(): number {
    return this.isBusy ? 0 : this.#now() - this.#endedAt;
  }

  /** Resolves when no caller is waiting. */
  async untilQuiet(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
