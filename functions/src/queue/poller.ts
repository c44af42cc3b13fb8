import type { SetTimer } from "#platform/async/timer";
import type { Dispatcher } from "./dispatcher.ts";
import type { QueueContext } from "./port.ts";

/**
 * Longest sleep in ms: tasks added by other processes, and expired leases of crashed ones, are found only by polling.
 */
const MAX_SLEEP = 1000;

/** Runs the passes of the dispatcher: one at a time, when a task may be due, and at least once a second. */
export class Poller {
  readonly #context: () => QueueContext;
  readonly #dispatcher: Dispatcher;
  readonly #timer: SetTimer;
  #isWorking = false;
  #isStopped = false;
  /** Whether a requested pass has not started yet. */
  #isWoken = false;
  #passes: Promise<unknown> = Promise.resolve();
  #alarm: { at: number; cancel: () => void } | undefined;

  constructor(context: () => QueueContext, dispatcher: Dispatcher, timer: SetTimer) {
    this.#context = context;
    this.#dispatcher = dispatcher;
    this.#timer = timer;
  }

  /** Starts polling. */
  begin(): void {
    this.#isWorking = true;
    this.wake();
  }

  /** Runs one pass after those in progress. A failure is logged. @returns the number of started tasks. */
  async pass(): Promise<number> {
    const pass = this.#passes.then(() => this.#tryPass());
    this.#passes = pass;
    return (await pass) ?? 0;
  }

  /** @returns the number of started tasks, undefined when the pass failed. */
  async #tryPass(): Promise<number | undefined> {
    if (this.#isStopped) return 0;
    return this.#logged(() => this.#dispatcher.pass());
  }

  /** Requests a pass as soon as possible. Requests that arrive before it starts share it. */
  wake(): void {
    if (this.#isWoken || this.#isStopped) return;
    this.#isWoken = true;
    this.#passes = this.#passes.then(async () => {
      this.#isWoken = false;
      const started = await this.#tryPass();
      if (this.#isWorking) await this.#sleep(started !== undefined);
    });
  }

  /** Requests a pass at a time, in ms since 1970. A time in the future is ignored unless polling has started. */
  wakeAt(at: number): void {
    const ms = at - this.#context().now();
    if (ms <= 0) this.wake();
    if (ms <= 0 || !this.#isWorking || this.#isStopped || (this.#alarm && this.#alarm.at <= at)) return;
    this.#alarm?.cancel();
    const cancel = this.#timer(ms, () => {
      this.#alarm = undefined;
      this.wake();
    });
    this.#alarm = { at, cancel };
  }

  /** @param hasSucceeded whether the last pass succeeded: a failed pass is not repeated at once. */
  async #sleep(hasSucceeded: boolean): Promise<void> {
    this.#alarm?.cancel();
    this.#alarm = undefined;
    const longest = this.#context().now() + MAX_SLEEP;
    const next = hasSucceeded ? await this.#logged(() => this.#dispatcher.nextAt()) : undefined;
    this.wakeAt(Math.min(longest, next ?? longest));
  }

  async #logged<T>(step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      this.#context().log.error({ err: error }, "due tasks could not be worked on");
      return undefined;
    }
  }

  /** Starts no more passes. Resolves when none is in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#alarm?.cancel();
    await this.#passes;
  }
}
