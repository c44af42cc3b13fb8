import { failure, type Response } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/model/error";

/** Requests that one process works on at once, by default: what it serves in a small part of a second. */
export const DEFAULT_REQUEST_LIMIT = 1000;

/** Bounds the requests that are worked on at once: further ones are refused at once, so that those that are stay fast. */
export class Admission {
  readonly #limit: number;
  #inFlight = 0;

  /** @param limit requests at once; 0 turns it off. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Answers a request, or refuses it with 503 and `Retry-After` when too many are being answered. */
  async answer(serve: () => Promise<Response>): Promise<Response> {
    if (this.#limit > 0 && this.#inFlight >= this.#limit)
      return failure(
        new ApiError("UNAVAILABLE", "The server has too many requests at once. Try again later.", { retryAfter: 1 }),
      );
    this.#inFlight++;
    try {
      return await serve();
    } finally {
      this.#inFlight--;
    }
  }
}
