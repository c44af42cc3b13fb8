import { ApiError } from "@atrium/functions/platform/error";
import type { Metrics } from "@atrium/functions/platform/observability/metrics";

/** The error of a request for which there is no room. */
export function tooManyRequests(): ApiError {
  return new ApiError("UNAVAILABLE", "The server has too many requests at once. Try again later.", { retryAfter: 1 });
}

/**
 * The requests that wait for their clients to send the body. They take memory, but no time of the process, so they do not count
 * as being worked on: a few clients that send nothing would keep everybody else out. Where too many wait, the one that has waited
 * the longest gives way.
 */
export class ArrivingBodies {
  readonly #most: number;
  /** What ends each wait, the oldest first. */
  readonly #waiting = new Set<() => void>();

  /** @param most waiting requests. */
  constructor(most: number, metrics: Metrics) {
    this.#most = most;
    const help = "Requests whose body has not arrived yet.";
    metrics.register({ name: "atrium_requests_arriving", type: "gauge", help }, () => [{ value: this.#waiting.size }]);
  }

  /** Waits for a body. @throws ApiError UNAVAILABLE when it gives way to others; what `arrival` throws. */
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
