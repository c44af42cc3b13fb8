import { SLOTS, slotsOf } from "#domain/webhooks/store/delivery-slots";
import { activeHelperSlots, addHelper } from "#domain/webhooks/store/endpoint-helpers";
import type { Context } from "#src/context";

/** How often a worker checks which helpers are still working, and adds at most one, in ms. */
const INTERVAL = 1000;
/** How long a worker must be overloaded before it gets a helper, in ms. */
const BUSY = 2000;
/** Endpoints with a lower rate limit, in deliveries per second, need no helpers. */
const LEAST_RATE = 100;

/**
 * The slots of an endpoint that its worker has assigned to helpers. Each helper gets an equal share of the rate limit.
 */
export class Helpers {
  readonly #context: Context;
  readonly #worker: { apiKeyId: string; endpointId: string; taskId: string };
  #helped: number[];
  #lookedAt: number;
  #busySince: number | undefined;

  /** @param helped slots that an earlier run has assigned to helpers. */
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

  /** Whether there are no helpers. */
  get isEmpty(): boolean {
    return this.#helped.length === 0;
  }

  /** The part of a rate limit that the helpers leave to the worker. */
  leftOf(rateLimit: number | undefined): number | undefined {
    return rateLimit === undefined ? undefined : rateLimit - this.#helped.length * (partOf(rateLimit) ?? 0);
  }

  /**
   * Takes back the slots of helpers that have ended. A helper ends a second after its last start, so its share of the
   * rate limit is free by then.
   * @param isIdle whether the worker has nothing else to do.
   */
  async refresh(isIdle: boolean): Promise<void> {
    const now = this.#context.now();
    if (this.#helped.length === 0 || (!isIdle && now - this.#lookedAt < INTERVAL)) return;
    this.#lookedAt = now;
    this.#helped = await activeHelperSlots(this.#context, this.#worker, this.#helped);
  }

  /**
   * Adds a helper if the worker has been overloaded for `BUSY`.
   * @param isBusy whether more is due than the worker can start.
   */
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
    // The worker may have used the helper's share within the last second.
    const started = rateLimit === undefined ? "" : `${partOf(rateLimit)}@${now}`;
    await addHelper(this.#context, this.#worker, { slot, helped: this.#helped, started });
  }
}

/** Each helper's share of a rate limit. */
export function partOf(rateLimit: number | undefined): number | undefined {
  return rateLimit === undefined ? undefined : Math.floor(rateLimit / SLOTS);
}
