import { SLOTS, slotsOf } from "#domain/webhooks/store/delivery-slots";
import { addHelper, stillHelped } from "#domain/webhooks/store/endpoint-helpers";
import type { Context } from "#src/context";

/** How often a worker looks which of its helpers still work, and adds one at most, in ms. */
const INTERVAL = 1000;
/** How long a worker must have more to do than it can before it gets a helper, in ms. */
const BUSY = 2000;
/** Endpoints with a lower rate limit, in deliveries per second, need no help. */
const LEAST_RATE = 100;

/** The slots of an endpoint that its worker has left to helpers, each of which gets an equal part of the rate. */
export class Helpers {
  readonly #context: Context;
  readonly #worker: { apiKeyId: string; endpointId: string; taskId: string };
  #helped: number[];
  #lookedAt: number;
  #busySince: number | undefined;

  /** @param helped slots that an earlier run has left to helpers. */
  constructor(context: Context, worker: { apiKeyId: string; endpointId: string; taskId: string }, helped: number[]) {
    this.#context = context;
    this.#worker = worker;
    this.#helped = helped;
    this.#lookedAt = helped.length > 0 ? Number.NEGATIVE_INFINITY : context.now();
  }

  /** The slots that the worker serves itself. */
  get ownSlots(): number[] {
    return slotsOf(this.#context.store).filter((slot) => !this.#helped.includes(slot));
  }

  /** Whether no helper works. */
  get isEmpty(): boolean {
    return this.#helped.length === 0;
  }

  /** What the helpers leave of a rate limit. */
  leftOf(rateLimit: number | undefined): number | undefined {
    return rateLimit === undefined ? undefined : rateLimit - this.#helped.length * (partOf(rateLimit) ?? 0);
  }

  /**
   * Takes back the slots of helpers that have ended. Each ends a second after its last start, so its part of the rate is free.
   * @param isIdle whether the worker has nothing else to do.
   */
  async refresh(isIdle: boolean): Promise<void> {
    const now = this.#context.now();
    if (this.#helped.length === 0 || (!isIdle && now - this.#lookedAt < INTERVAL)) return;
    this.#lookedAt = now;
    this.#helped = await stillHelped(this.#context, this.#worker, this.#helped);
  }

  /** Adds a helper when the worker has been busy for long. @param isBusy whether more is due than the worker can begin. */
  async note(isBusy: boolean, rateLimit: number | undefined): Promise<void> {
    const now = this.#context.now();
    if (!isBusy) this.#busySince = undefined;
    else this.#busySince ??= now;
    if (this.#busySince === undefined || now - this.#busySince < BUSY) return;
    const slot = this.ownSlots.at(-1);
    if (!slot || (rateLimit ?? LEAST_RATE) < LEAST_RATE) return;
    this.#helped = [...this.#helped, slot];
    this.#busySince = now - BUSY + INTERVAL;
    this.#lookedAt = now;
    // The worker may have made these starts within the last second.
    const started = rateLimit === undefined ? "" : `${partOf(rateLimit)}@${now}`;
    await addHelper(this.#context, this.#worker, { slot, helped: this.#helped, started });
  }
}

/** The part of a rate limit that each helper gets. */
export function partOf(rateLimit: number | undefined): number | undefined {
  return rateLimit === undefined ? undefined : Math.floor(rateLimit / SLOTS);
}
