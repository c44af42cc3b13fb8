import { Histogram } from "#platform/observability/histogram";
import type { Metrics, Sample } from "#platform/observability/metrics";
import { processPart } from "#src/context";
import type { Cost } from "#store/metered";
import { BusiestKeys } from "./busiest-keys.ts";

/** Upper bounds of the latency buckets, in s: most calls take a few ms, the heaviest some seconds. */
const LATENCIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** A request that has been answered. */
interface AnsweredRequest {
  /** Path of its endpoint, as declared. */
  path: string;
  status: number;
  /** From its first byte in the kernel to the reply. */
  ms: number;
  cost: Cost;
  /** Undefined if the request was refused before its API key was known, or needs none. */
  apiKeyId: string | undefined;
}

/** Requests by endpoint and status, their durations, and the cost of the busiest API keys. */
class RequestMetrics {
  readonly #byPath = new Map<string, { latency: Histogram; byStatus: Map<number, number> }>();
  readonly #keys: BusiestKeys;

  constructor(metrics: Metrics) {
    this.#keys = new BusiestKeys(metrics);
    metrics.register(
      { name: "atrium_requests_total", type: "counter", help: "Requests that were answered, by endpoint and status." },
      () => this.#requests(),
    );
    metrics.register(
      {
        name: "atrium_request_duration_seconds",
        type: "histogram",
        help: "Time from a request's arrival in the kernel to its reply, by endpoint.",
      },
      () => this.#latencies(),
    );
  }

  count({ path, status, ms, cost, apiKeyId }: AnsweredRequest): void {
    let figures = this.#byPath.get(path);
    if (!figures) {
      figures = { latency: new Histogram(LATENCIES), byStatus: new Map() };
      this.#byPath.set(path, figures);
    }
    figures.latency.observe(ms / 1000);
    figures.byStatus.set(status, (figures.byStatus.get(status) ?? 0) + 1);
    if (apiKeyId !== undefined) this.#keys.count(apiKeyId, cost);
  }

  *#requests(): Iterable<Sample> {
    for (const [path, { byStatus }] of this.#byPath)
      for (const [status, value] of byStatus) yield { labels: { path, status: String(status) }, value };
  }

  *#latencies(): Iterable<Sample> {
    for (const [path, { latency }] of this.#byPath) yield* latency.samples({ path });
  }
}

/** The request metrics of the process. */
export const requestMetrics = processPart(({ metrics }) => new RequestMetrics(metrics));
