import { SlidingWindowLimiter } from "#domain/webhooks/sliding-window-limiter";
import { reserveStarts } from "#domain/webhooks/store/delivery-reservations";
import type { Context } from "#src/context";

const SECOND = 1000;
/** Maximum number of attempts per second at a failing endpoint, whose long queue must not slow down other endpoints. */
const FAILING_RATE = 20;

/**
 * Limits the starts of deliveries to one endpoint. The task records them, so that the limit holds across runs and
 * processes.
 */
export class StartLimiter {
  readonly #context: Context;
  readonly #taskId: string;
  readonly #failingWindow = new SlidingWindowLimiter(FAILING_RATE);
  #limit: number | undefined;
  #window: SlidingWindowLimiter | undefined;
  /** The starts that are recorded in the task. */
  #recorded: string;
  #reservedUntil = 0;

  /** @param started `started` of the previous run. */
  constructor(context: Context, taskId: string, started: string) {
    this.#context = context;
    this.#taskId = taskId;
    this.#recorded = started;
  }

  /** Sets the endpoint's current limit, in starts per second; undefined for no limit. */
  setLimit(limit: number | undefined): void {
    if (!this.#window) this.#window = new SlidingWindowLimiter(limit, this.#recorded);
    else if (limit !== this.#limit) this.#window.change(limit, this.#context.now());
    this.#limit = limit;
  }

  /** Claims a start if the limit allows it. @returns 0, or when the next start is allowed, in ms since 1970. */
  async pass(isFailing: boolean): Promise<number> {
    const { now } = this.#context;
    const limitedUntil = isFailing ? this.#failingWindow.take(now()) : 0;
    if (limitedUntil > 0) return limitedUntil;
    while (this.#limit !== undefined && !this.#isReserved()) await this.#reserve(this.#limit);
    return this.#window?.take(now()) ?? 0;
  }

  /** Whether starts are reserved now. A time more than a second ahead means that the clock was set back. */
  #isReserved(): boolean {
    const now = this.#context.now();
    return this.#reservedUntil > now && this.#reservedUntil <= now + SECOND;
  }

  /** Reserves the starts of one full second in the task, until a second from now. */
  async #reserve(limit: number): Promise<void> {
    const until = this.#context.now() + SECOND;
    const started = `${limit}@${until}`;
    await reserveStarts(this.#context, this.#taskId, this.#recorded, started);
    this.#recorded = started;
    this.#reservedUntil = until;
  }

  /** Until when the last start counts against the limit, in ms since 1970; 0 if no start counts. */
  countsUntil(): number {
    return this.#window?.countsUntil(this.#context.now()) ?? 0;
  }

  /** The starts that count against the limit, encoded as text. */
  get started(): string {
    return `${this.#window ?? ""}`;
  }
}
