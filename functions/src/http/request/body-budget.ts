import { ApiError } from "#platform/error";

/** Bytes of request bodies that one process holds at once, where the operator sets nothing: 64 MiB. */
export const DEFAULT_BODY_BUDGET = 64 * 1024 * 1024;

/** Seconds after which a request that was refused may be tried again. */
const RETRY_AFTER = 1;

/** Bounds the memory that request bodies take together in one process: the limit of each alone bounds nothing. */
export class BodyBudget {
  readonly #limit: number;
  #held = 0;
  #refused = 0;

  /** @param limit in bytes; at least the largest body of any endpoint, which would be refused for ever otherwise. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes that are held now. */
  get held(): number {
    return this.#held;
  }

  /** How often there was no room. */
  get refused(): number {
    return this.#refused;
  }

  /** @throws ApiError UNAVAILABLE with `Retry-After` when there is no room for so many bytes now. */
  requireRoom(bytes: number): void {
    if (this.#held + bytes <= this.#limit) return;
    this.#refused++;
    throw new ApiError("UNAVAILABLE", "The server is receiving too many large requests. Try again shortly.", {
      retryAfter: RETRY_AFTER,
    });
  }

  /** Counts bytes that are about to be held. @throws ApiError UNAVAILABLE; nothing is counted then. */
  reserve(bytes: number): void {
    this.requireRoom(bytes);
    this.#held += bytes;
  }

  /** Gives back bytes that were reserved. */
  release(bytes: number): void {
    this.#held -= bytes;
  }
}
