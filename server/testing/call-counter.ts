/** Longest wait for a number of calls, in ms: far more than a slow machine needs. */
const WATCHDOG = 60_000;

/** Counts calls, so that a test can wait for a number of them, however fast the machine is. */
export class CallCounter {
  #count = 0;
  #waiting: { count: number; resolve: () => void }[] = [];

  /** Counts one more call. */
  add(): void {
    this.#count++;
    for (const { count, resolve } of this.#waiting) if (this.#count >= count) resolve();
  }

  /** Resolves at the call with this number, counted from 1. @throws Error if there are still fewer after a minute. */
  async reached(count: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ count, resolve });
    const timer = setTimeout(() => reject(new Error(`only ${this.#count} of ${count} calls in a minute`)), WATCHDOG);
    await promise.finally(() => clearTimeout(timer));
  }
}
