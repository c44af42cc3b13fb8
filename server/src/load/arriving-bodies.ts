import { ApiError } from "@atrium/functions/platform/error";
import type { Metrics } from "@atrium/functions/platform/observability/metrics";

/** The error for a request for which there is no room. */
export function tooManyRequests(): ApiError {
  return new ApiError("UNAVAILABLE", "The server has too many requests at once. Try again later.", { retryAfter: 1 });
}

/**
 * Requests that wait for their clients to send the body. They take memory but no CPU time, so they do not count as
 * running: otherwise a few clients that send nothing would keep everybody else out. If too many wait, the one that has
 * waited longest is refused.
 */
export class ArrivingBodies {
  readonly #most: number;
  /** Functions that end the waits, oldest first. */
  readonly #waiting = new Set<() => void>();

  /** @param most maximum number of waiting requests. */
  constructor(most: number, metrics: Metrics) {
    this.#most = most;
    const help = "Requests whose body has not arrived yet.";
    metrics.register({ name: "atrium_requests_arriving", type: "gauge", help }, () => [{ value: this.#waiting.size }]);
  }

  /** Waits for a body. @throws ApiError UNAVAILABLE if it has to make room for others; any error of `arrival`. */
  async wait<T>(arrival: Promise<T>): Promise<T> {
    const [oldest] = this.#waiting;
    if (oldest && this.#waiting.size >= this.#most) {
      this.#waiting.delete(oldest);
      oldest();
    }
    const { promise: hasGivenWay, reject } = Promise.withResolvers<never>();
    const giveWay = () => reject(tooManyRequests());
    this.#waiting.add(giveWay);
    try {
      return await Promise.race([arrival, hasGivenWay]);
    } finally {
      this.#waiting.delete(giveWay);
    }
  }
}
