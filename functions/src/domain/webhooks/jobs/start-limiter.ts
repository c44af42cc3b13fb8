import { SlidingWindowLimiter } from "#domain/webhooks/sliding-window-limiter";
import { reserveStarts } from "#domain/webhooks/store/delivery-reservations";
import type { Context } from "#src/context";

const SECOND = 1000;
/** Attempts in a second, at most, at an endpoint that fails: a long queue of them must not take the time of others. */
const STRAINED_RATE = 20;

/** Lets the deliveries to one endpoint start: within its rate, whoever works on it before and after. */
export class StartLimiter {
  readonly #context: Context;
  readonly #taskId: string;
  readonly #strain = new SlidingWindowLimiter(STRAINED_RATE);
  #limit: number | undefined;
  #window: SlidingWindowLimiter | undefined;
  /** What the task says has been started. */
  #noted: string;
  #reservedUntil = 0;

  /** @param started what `started` of the run before was. */
  constructor(context: Context, taskId: string, started: string) {
    this.#context = context;
    this.#taskId = taskId;
    this.#noted = started;
  }

  /** The endpoint allows this many in a second now; undefined: any number. */
  see(limit: number | undefined): void {
    if (!this.#window) this.#window = new SlidingWindowLimiter(limit, this.#noted);
    else if (limit !== this.#limit) this.#window.change(limit, this.#context.now());
    this.#limit = limit;
  }

  /** Takes a start where one is free. @returns 0, else when the next is free, in ms since 1970. */
  async pass(isStrained: boolean): Promise<number> {
    const { now } = this.#context;
    const strainedUntil = isStrained ? this.#strain.take(now()) : 0;
    if (strainedUntil > 0) return strainedUntil;
    while (this.#limit !== undefined && this.#reservedUntil <= now()) await this.#reserve(this.#limit);
    return this.#window?.take(now()) ?? 0;
  }

  /** Notes that a whole second's starts may happen until a second from now. */
  async #reserve(limit: number): Promise<void> {
    const until = this.#context.now() + SECOND;
    const started = `${limit}@${until}`;
    await reserveStarts(this.#context, this.#taskId, this.#noted, started);
    this.#noted = started;
    this.#reservedUntil = until;
  }

  /** Until when the starts so far count, in ms since 1970; 0 when none does. */
  countsUntil(): number {
    return this.#window?.countsUntil(this.#context.now()) ?? 0;
  }

  /** The starts that still count, as short text. */
  get started(): string {
    return `${this.#window ?? ""}`;
  }
}
