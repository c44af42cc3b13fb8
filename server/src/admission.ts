import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { failure } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";
import type { Metrics } from "@atrium/functions/platform/metrics";

/** Requests that one process works on at once, by default: what it serves in a small part of a second. */
export const DEFAULT_REQUEST_LIMIT = 1000;
/** Largest body that is read and thrown away so that the connection of a refused request goes on, in bytes. */
const LARGEST_UNREAD = 64 * 1024;

/**
 * Bounds the requests that are worked on at once. Further ones are refused with 503 and `Retry-After` before anything else
 * looks at them: refusing must cost far less than serving, or those that are admitted wait for the refusals.
 */
export class Admission {
  readonly #limit: number;
  readonly #alwaysAnswered: ReadonlySet<string>;
  readonly #refusal: { headers: Record<string, string | number>; body: string };
  #inFlight = 0;
  #refused = 0;

  /**
   * @param limit requests at once; 0 turns it off.
   * @param alwaysAnswered paths whose requests are not refused.
   */
  constructor(limit: number, alwaysAnswered: ReadonlySet<string>, metrics: Metrics) {
    this.#limit = limit;
    this.#alwaysAnswered = alwaysAnswered;
    const { headers, body } = failure(
      new ApiError("UNAVAILABLE", "The server has too many requests at once. Try again later.", { retryAfter: 1 }),
    );
    this.#refusal = { headers: { ...headers, "content-length": Buffer.byteLength(body) }, body };
    metrics.register({ name: "atrium_requests_in_flight", type: "gauge", help: "Requests that are worked on." }, () => [
      { value: this.#inFlight },
    ]);
    registerRefusals(metrics, "requests", () => this.#refused);
  }

  /** Stands before all listeners of a server that are there. */
  guard(server: Server): void {
    const listeners = server.listeners("request") as RequestListener[];
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      if (this.#limit > 0 && this.#inFlight >= this.#limit && !this.#alwaysAnswered.has(request.url ?? ""))
        this.#refuse(request, response);
      else for (const listener of listeners) listener.call(server, request, response);
    });
  }

  /** Counts a request as long as it is worked on. */
  async count<T>(work: () => Promise<T>): Promise<T> {
    this.#inFlight++;
    try {
      return await work();
    } finally {
      this.#inFlight--;
    }
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    this.#refused++;
    const { headers, body } = this.#refusal;
    const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
    const isSmall = encoding === undefined && Number(length) <= LARGEST_UNREAD;
    response.writeHead(503, isSmall ? headers : { ...headers, connection: "close" }).end(body);
  }
}

/** Announces how often something was refused because too much of it was there at once. @param what is one of a few. */
export function registerRefusals(
  metrics: Metrics,
  what: "requests" | "connections" | "bodies",
  read: () => number,
): void {
  const help = "What was refused because there was too much of it at once: requests, connections, or bytes of bodies.";
  metrics.register({ name: "atrium_refusals_total", type: "counter", help }, () => [
    { labels: { what }, value: read() },
  ]);
}
