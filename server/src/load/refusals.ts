import type { IncomingMessage } from "node:http";
import type { Context } from "@atrium/functions/context";
import type { CallEndpoint } from "@atrium/functions/http/endpoint";
import type { Endpoint } from "@atrium/functions/http/endpoint-kinds";
import { expose, preflight } from "@atrium/functions/http/request/cors";
import { requestId } from "@atrium/functions/http/request/request-id";
import { failure, type Response } from "@atrium/functions/http/response";
import { hostTimer, type SetTimer } from "@atrium/functions/platform/async/timer";
import { Flood } from "@atrium/functions/platform/observability/flood";
import type { Metrics } from "@atrium/functions/platform/observability/metrics";
import { pathOf } from "../http/request-path.ts";
import { tooManyRequests } from "./arriving-bodies.ts";

/** Range of seconds after which refused clients should retry: the value varies, so that they do not all return at once. */
const RETRY = { least: 1, most: 5 };

/** The parts of a refused request that are read. */
type Refused = Required<Pick<IncomingMessage, "method" | "headers" | "url">>;

/** Replies to requests that are refused because there are too many, at a fraction of the kernel's cost. */
export class Refusals {
  readonly #context: Pick<Context, "newId">;
  readonly #flood: Flood;
  readonly #byPath: ReadonlyMap<string, Pick<CallEndpoint, "user"> & { path: string; kind: string }>;
  readonly #template: Response;
  #refused = 0;

  /** @param endpoints decide which paths pages may call, and how paths are named in the log. */
  constructor(
    context: Pick<Context, "newId" | "log" | "metrics">,
    endpoints: readonly Endpoint[],
    { timer = hostTimer }: { timer?: SetTimer } = {},
  ) {
    this.#context = context;
    const message = "too many requests at once: some were refused. See REQUEST_LIMIT";
    this.#flood = new Flood(timer, (fields) => context.log.warn({ status: 503, ...fields }, message));
    this.#byPath = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.path, endpoint]));
    this.#template = failure(tooManyRequests());
    registerRefusals(context.metrics, "requests", () => this.#refused);
  }

  /**
   * The reply to one refused request, which is counted and logged. Preflights are answered as usual: a browser hides the
   * refusal of a preflight from its page, whatever the headers, but shows the refusal of the call that follows.
   */
  reply({ method = "", headers, url = "" }: Pick<IncomingMessage, "method" | "headers" | "url">): Response {
    const answered = method === "OPTIONS" && this.#preflight({ method, headers, url });
    if (answered) return answered;
    const { status, headers: common, body } = this.#template;
    const response: Response = { status, headers: { ...common, "retry-after": retryAfter() }, body };
    const id = requestId(this.#context, { headers });
    if (headers.authorization !== undefined) this.#expose({ headers, url }, response);
    response.headers["x-request-id"] = id;
    this.#refused++;
    this.#flood.note(() => ({ requestId: id, path: this.#endpoint(url)?.path ?? "unknown" }));
    return response;
  }

  #endpoint(url: string) {
    return this.#byPath.get(pathOf({ url }));
  }

  #preflight({ method, headers, url }: Refused): Response | undefined {
    const endpoint = this.#endpoint(url);
    return endpoint && preflight(endpoint, { method, headers });
  }

  #expose({ headers, url }: Pick<Refused, "headers" | "url">, response: Response): void {
    const endpoint = this.#endpoint(url);
    if (endpoint) expose(endpoint, { headers }, response);
  }
}

function retryAfter(): string {
  return String(RETRY.least + Math.floor(Math.random() * (RETRY.most - RETRY.least + 1)));
}

/** Registers the counter of refusals caused by overload. @param what must be one of a few fixed words. */
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
