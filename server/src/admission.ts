import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { failure } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";
import type { Metrics } from "@atrium/functions/platform/metrics";
import { type Load, LoadLimit } from "./load-limit.ts";
import { type LoopClock, UnreadTime } from "./unread-time.ts";

/** Default limit of concurrent requests in one process: what it serves in a fraction of a second. */
export const DEFAULT_REQUEST_LIMIT = 1000;
/** A request that may have queued for longer, in ms, is refused: in a long queue every reply would be late. */
const LONGEST_WAIT = 150;
/** Seconds after which refused clients should retry: the value varies, so that they do not all return at once. */
const RETRY = { least: 1, most: 5 };
/** Largest body, in bytes, that is read and discarded to keep the connection of a refused request open. */
const LARGEST_UNREAD = 64 * 1024;

function retryAfter(): number {
  return RETRY.least + Math.floor(Math.random() * (RETRY.most - RETRY.least + 1));
}

/** Error for a request that would have to wait too long. */
export function tooManyRequests(): ApiError {
  const message = "The server has too many requests at once. Try again later.";
  return new ApiError("UNAVAILABLE", message, { retryAfter: retryAfter() });
}

/**
 * Limits the number of concurrent requests, and how long they queue. Further ones are refused with 503 and
 * `Retry-After` before anything else looks at them: refusing must cost far less than serving, or those that are admitted
 * wait for the refusals. A pause of the process alone never causes refusals: there has to be a queue too.
 */
export class Admission {
  readonly #limit: LoadLimit | undefined;
  readonly #alwaysAnswered: ReadonlySet<string>;
  readonly #refusal: { headers: Record<string, string | number>; body: string };
  readonly #unread: UnreadTime;
  #inFlight = 0;
  #refused = 0;

  /**
   * @param limit concurrent requests; 0 means no limit.
   * @param alwaysAnswered paths whose requests are not refused.
   * @param parts how load and waiting are measured.
   */
  constructor(
    limit: number,
    alwaysAnswered: ReadonlySet<string>,
    metrics: Metrics,
    parts: { load?: Load; loop?: LoopClock } = {},
  ) {
    this.#limit = limit > 0 ? new LoadLimit(limit, parts.load) : undefined;
    this.#alwaysAnswered = alwaysAnswered;
    this.#unread = new UnreadTime(parts.loop);
    const { headers, body } = failure(tooManyRequests());
    this.#refusal = { headers: { ...headers, "content-length": Buffer.byteLength(body) }, body };
    metrics.register({ name: "atrium_requests_in_flight", type: "gauge", help: "Requests that are worked on." }, () => [
      { value: this.#inFlight },
    ]);
    registerRefusals(metrics, "requests", () => this.#refused);
  }

  /** Runs before all existing listeners of a server. */
  guard(server: Server): void {
    const listeners = server.listeners("request") as RequestListener[];
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const isRefused = this.#limit && !this.#alwaysAnswered.has(request.url ?? "") && this.#isTooMuch(this.#limit);
      if (isRefused) this.#refuse(request, response);
      else for (const listener of listeners) listener.call(server, request, response);
    });
  }

  /**
   * Counts a request while it is processed.
   * @param work gets a function that says, once the work actually starts, whether it is too late.
   */
  async count<T>(work: (isLate: () => boolean) => Promise<T>): Promise<T> {
    const startedAt = this.#limit?.now() ?? 0;
    this.#inFlight++;
    try {
      return await work(() => this.#isLate(startedAt));
    } finally {
      this.#inFlight--;
      this.#limit?.answered(startedAt, this.#inFlight);
    }
  }

  /** Whether a request is refused at the moment. */
  #isLate(startedAt: number): boolean {
    if (!this.#limit || !this.#unread.isCrowded || this.#limit.now() - startedAt <= LONGEST_WAIT) return false;
    this.#refused++;
    return true;
  }

  #isTooMuch(limit: LoadLimit): boolean {
    const unread = this.#unread.longest();
    if (this.#inFlight < limit.current) return unread > LONGEST_WAIT;
    limit.refused(this.#inFlight);
    return true;
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    this.#refused++;
    const { body } = this.#refusal;
    const headers = { ...this.#refusal.headers, "retry-after": String(retryAfter()) };
    const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
    const isSmall = encoding === undefined && Number(length) <= LARGEST_UNREAD;
    response.writeHead(503, isSmall ? headers : { ...headers, connection: "close" }).end(body);
  }
}

/** Registers the counter of refusals caused by overload. @param what is one of a few fixed words. */
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
