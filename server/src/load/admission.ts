import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Metrics } from "@atrium/functions/platform/observability/metrics";
import { ArrivingBodies, tooManyRequests } from "./arriving-bodies.ts";
import { type Load, LoadLimit } from "./load-limit.ts";
import { Lockstep } from "./lockstep.ts";
import type { Refusals } from "./refusals.ts";
import { type LoopClock, UnreadTime } from "./unread-time.ts";

/** Default limit of concurrent requests in one process: as many as it serves in a fraction of a second. */
export const DEFAULT_REQUEST_LIMIT = 1000;
/** A request that may have queued for longer than this, in ms, is refused: in a long queue every reply would be late. */
const LONGEST_WAIT = 150;
/** How many requests may wait for their bodies, as a multiple of the limit of running requests. */
const ARRIVING = 4;
/** Largest body, in bytes, that is read and discarded to keep the connection of a refused request open. */
const LARGEST_UNREAD = 64 * 1024;

/**
 * Waits for the body of a request, which does not count as running in the meantime.
 * @throws ApiError UNAVAILABLE if there is no room for it afterwards.
 */
export type WaitForBody = <T>(arrival: Promise<T>) => Promise<T>;

/**
 * Limits the number of concurrent requests, and how long they queue. Further requests are refused with 503 and
 * `Retry-After` before anything else looks at them: refusing must cost far less than serving, or admitted requests would
 * wait for the refusals. A pause of the process alone causes no refusals: there must be a queue too.
 */
export class Admission {
  readonly #limit: LoadLimit | undefined;
  readonly #alwaysAnswered: ReadonlySet<string>;
  readonly #refusals: Pick<Refusals, "reply">;
  readonly #unread: UnreadTime;
  readonly #lockstep: Lockstep;
  readonly #arriving: ArrivingBodies;
  readonly #linger: (response: ServerResponse) => void;
  #inFlight = 0;

  /**
   * @param limit of concurrent requests; 0: no limit.
   * @param alwaysAnswered paths whose requests are never refused.
   */
  constructor(
    limit: number,
    alwaysAnswered: ReadonlySet<string>,
    metrics: Metrics,
    parts: {
      /** Replies to refused requests. */
      refusals: Pick<Refusals, "reply">;
      /** Called before a connection is closed whose request was not read completely. */
      linger?: (response: ServerResponse) => void;
      /** Measures the load of the process. */
      load?: Load;
      /** Measures how long requests wait. */
      loop?: LoopClock;
    },
  ) {
    this.#limit = limit > 0 ? new LoadLimit(limit, parts.load) : undefined;
    this.#alwaysAnswered = alwaysAnswered;
    this.#unread = new UnreadTime(parts.loop);
    this.#lockstep = new Lockstep(parts.loop);
    this.#refusals = parts.refusals;
    this.#arriving = new ArrivingBodies(limit > 0 ? limit * ARRIVING : Number.POSITIVE_INFINITY, metrics);
    this.#linger = parts.linger ?? (() => undefined);
    metrics.register({ name: "atrium_requests_in_flight", type: "gauge", help: "Requests that are worked on." }, () => [
      { value: this.#inFlight },
    ]);
  }

  /** Runs before all existing listeners of a server. */
  guard(server: Server): void {
    const listeners = server.listeners("request") as RequestListener[];
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const isRefused = this.#limit && !this.#alwaysAnswered.has(request.url ?? "") && this.#isTooMuch(this.#limit);
      if (isRefused) {
        this.#refuse(request, response);
        // While many requests are refused the turn does not end, and admitted requests would wait all that time.
        this.#lockstep.hurry(LONGEST_WAIT);
      } else for (const listener of listeners) listener.call(server, request, response);
    });
  }

  /**
   * Counts a request while it is processed.
   * @param work receives whether the request begins too late, in which case it must refuse the request.
   */
  async count<T>(work: (isLate: boolean, aside: WaitForBody) => Promise<T>): Promise<T> {
    let startedAt = this.#limit?.now() ?? 0;
    this.#inFlight++;
    const aside: WaitForBody = async (arrival) => {
      const since = this.#limit?.now() ?? 0;
      const arrived = await this.#setAside(arrival);
      startedAt += (this.#limit?.now() ?? 0) - since;
      return arrived;
    };
    try {
      const waitsSince = await this.#lockstep.next();
      return await work(this.#isLate(waitsSince), aside);
    } finally {
      this.#inFlight--;
      this.#limit?.answered(startedAt, this.#inFlight);
    }
  }

  async #setAside<T>(arrival: Promise<T>): Promise<T> {
    let arrived: T;
    this.#inFlight--;
    try {
      arrived = await this.#arriving.wait(arrival);
    } finally {
      this.#inFlight++;
    }
    if (this.#limit && this.#inFlight > this.#limit.current) throw tooManyRequests();
    return arrived;
  }

  #isLate(since: number): boolean {
    return !!this.#limit && this.#limit.now() - since > LONGEST_WAIT && this.#unread.wasCrowdedSince(since);
  }

  #isTooMuch(limit: LoadLimit): boolean {
    const unread = this.#unread.longest();
    if (this.#inFlight < limit.current) return unread > LONGEST_WAIT;
    limit.refused(this.#inFlight);
    return true;
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    const { status, headers, body } = this.#refusals.reply(request);
    const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
    const isSmall = encoding === undefined && Number(length) <= LARGEST_UNREAD;
    // Only a connection that ends needs lingering for the rest of its body, and lingering takes longer than the refusal.
    if (!isSmall || !response.shouldKeepAlive) this.#linger(response);
    // The headers object was created for this reply only.
    if (body) headers["content-length"] = String(Buffer.byteLength(body));
    if (!isSmall) headers.connection = "close";
    response.writeHead(status, headers).end(body);
  }
}
