import type { Registry } from "prom-client";
import type { Figures } from "./process-metrics.ts";

/** Metrics as text for a scraper. */
export interface Exposition {
  contentType: string;
  body: string;
}

/**
 * Metrics of the Node process: CPU, memory, event-loop lag, garbage collection. Collection begins with the first scrape.
 */
export class NodeMetrics {
  #registry: Promise<Registry> | undefined;

  /** Reads the metrics. */
  async read(): Promise<Figures[]> {
    this.#registry ??= startCollecting();
    const figures = (await (await this.#registry).getMetricsAsJSON()) as unknown as Figures[];
    return figures
      .filter(({ name }) => name !== SHORTEST_LAG)
      .map(inSum)
      .map(withoutPlaceholders(figures));
  }
}

/** Not exported: the minimum is a placeholder until something is measured, and meaningless afterwards. */
const SHORTEST_LAG = "nodejs_eventloop_lag_min_seconds";

/**
 * Omits the quantiles of an event loop that has not been measured since the last scrape. The library fills in
 * placeholders for them; only the mean, which is NaN then, reveals it.
 */
function withoutPlaceholders(figures: readonly Figures[]): (one: Figures) => Figures {
  const mean = figures.find(({ name }) => name === "nodejs_eventloop_lag_mean_seconds");
  const isMeasured = mean?.values.some(({ value }) => Number.isFinite(value));
  return (one) =>
    !isMeasured && /^nodejs_eventloop_lag_(max|stddev|p\d+)_seconds$/.test(one.name) ? { ...one, values: [] } : one;
}

function inSum(figures: Figures): Figures {
  // Values that have not been measured yet are NaN.
  const values = figures.values.filter(({ value }) => Number.isFinite(value));
  // The library omits the start time when it aggregates processes.
  return { ...figures, values, aggregator: figures.aggregator === "omit" ? "min" : figures.aggregator };
}

/** Loaded on demand: a server that is never scraped neither loads the library nor measures its event loop. */
async function startCollecting(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import("prom-client");
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/**
 * Sums the metrics of all processes and formats them.
 * @param accept header of the request: if it accepts only plain text, the older format is used.
 */
export async function expose(processes: readonly Figures[][], accept: string | undefined): Promise<Exposition> {
  const { AggregatorRegistry, Registry } = await import("prom-client");
  const isPlain = accept?.includes("text/plain") && !accept.includes("openmetrics");
  const contentType = isPlain ? Registry.PROMETHEUS_CONTENT_TYPE : Registry.OPENMETRICS_CONTENT_TYPE;
  const families = isPlain ? processes : processes.map((figures) => figures.map(withoutTotal));
  const sum: Registry = (AggregatorRegistry.aggregate as unknown as Aggregate)(families, contentType);
  return { contentType, body: await sum.metrics() };
}

/** The library takes the content type as a second argument, which is missing in its types. */
type Aggregate = (families: readonly Figures[][], contentType: string) => Registry;

/**
 * In OpenMetrics a counter's name lacks `_total`, which the library adds to each sample but strips only from its own
 * counters.
 */
function withoutTotal(figures: Figures): Figures {
  return figures.type === "counter" ? { ...figures, name: figures.name.replace(/_total$/, "") } : figures;
}
