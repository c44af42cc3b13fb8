import { ApiError } from "#platform/error";
import { processPart } from "#src/context";

/** Default for the maximum bytes of request bodies that one process holds at once: 64 MiB. */
export const DEFAULT_BODY_BUDGET = 64 * 1024 * 1024;

/** The budget of the process. */
export const bodyBudget = processPart(({ settings }) => new BodyBudget(settings.bodyBudget ?? DEFAULT_BODY_BUDGET));

/** Seconds after which a refused request may be retried. */
const RETRY_AFTER = 1;

/** Limits the total memory of request bodies in one process, in addition to the limit of each body. */
export class BodyBudget {
  readonly #limit: number;
  #heldBytes = 0;
  #refused = 0;

  /** @param limit in bytes; at least the largest `maxBytes` of any endpoint, or such a body would always be refused. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes that are currently held. */
  get held(): number {
    return this.#heldBytes;
  }

  /** Number of refused reservations. */
  get refused(): number {
    return this.#refused;
  }

  /** Checks for free budget. @throws ApiError UNAVAILABLE with `Retry-After` when fewer than `bytes` are free. */
  requireRoom(bytes: number): void {
    if (this.#heldBytes + bytes <= this.#limit) return;
    this.#refused++;
    throw new ApiError("UNAVAILABLE", "The server is receiving too many large requests. Try again shortly.", {
      retryAfter: RETRY_AFTER,
    });
  }

  /** Reserves bytes. @throws ApiError UNAVAILABLE when fewer are free; then nothing is reserved. */
  reserve(bytes: number): void {
    this.requireRoom(bytes);
    this.#heldBytes += bytes;
  }

  /** Releases reserved bytes. */
  release(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}
