import type { SetTimer } from "#platform/timer";
import type { Dispatcher } from "./dispatcher.ts";
import type { QueueContext } from "./port.ts";

/** Longest sleep in ms: other processes add tasks without a word, and leases of those that are gone run out. */
const LONGEST_SLEEP = 1000;

/** Lets the dispatcher make its passes: one at a time, when something may be due and at the latest after a second. */
export class Poller {
  readonly #context: () => QueueContext;
  readonly #dispatcher: Dispatcher;
  readonly #timer: SetTimer;
  #isWorking = false;
  #isStopped = false;
  /** A wake-up waits for its pass. */
  #isWoken = false;
  #passes: Promise<unknown> = Promise.resolve();
  #alarm: { at: number; cancel: () => void } | undefined;

  constructor(context: () => QueueContext, dispatcher: Dispatcher, timer: SetTimer) {
    this.#context = context;
    this.#dispatcher = dispatcher;
    this.#timer = timer;
  }

  /** From now on it wakes by itself. */
  begin(): void {
    this.#isWorking = true;
    this.wake();
  }

  /** One pass, behind those that are under way. @returns how many tasks it has begun; a failure is logged. */
  async pass(): Promise<number> {
    const pass = this.#passes.then(() => this.#tryPass());
    this.#passes = pass;
    return (await pass) ?? 0;
  }

  /** @returns undefined when it failed. */
  async #tryPass(): Promise<number | undefined> {
    if (this.#isStopped) return 0;
    return this.#logged(() => this.#dispatcher.pass());
  }

  /** A pass soon. Wake-ups that arrive before it begins share it. */
  wake(): void {
    if (this.#isWoken || this.#isStopped) return;
    this.#isWoken = true;
    this.#passes = this.#passes.then(async () => {
      this.#isWoken = false;
      const begun = await this.#tryPass();
      if (this.#isWorking) await this.#sleep(begun !== undefined);
    });
  }

  /** A pass when it is `at`, in ms since 1970; where it does not work, only if that is now. */
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

  /** @param isWell whether the last pass could do its work: what failed is not tried again at once. */
  async #sleep(isWell: boolean): Promise<void> {
    this.#alarm?.cancel();
    this.#alarm = undefined;
    const longest = this.#context().now() + LONGEST_SLEEP;
    const next = isWell ? await this.#logged(() => this.#dispatcher.nextAt()) : undefined;
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

  /** No pass begins any more. Resolves when none is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#alarm?.cancel();
    await this.#passes;
  }
}
