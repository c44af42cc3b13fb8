/** Names and values that distinguish the series of a family. Their number must be bounded. */
export type Labels = Readonly<Record<string, string>>;

/** The current value of one series of a family. */
export interface Sample {
  value: number;
  labels?: Labels;
  /** For histograms: which part it is. */
  suffix?: "_bucket" | "_sum" | "_count";
}

/** The metrics of one name. Every family is listed in docs/metrics.md. */
export interface MetricFamily {
  /** In Prometheus' form: unit last, followed by `_total` for counters. */
  name: `atrium_${string}`;
  type: "counter" | "gauge" | "histogram";
  /** One sentence. */
  help: string;
  /**
   * Whose metric it is. `process`: the values of all workers are summed. `store`: it is read from the data that all
   * workers share, so one of them answers for all. Default: `process`.
   */
  of?: "process" | "store";
}

/**
 * Registry of metrics for the operator. A component counts in plain numbers of its own and registers how to read them:
 * counting costs next to nothing, and reading happens only at a scrape.
 */
export interface Metrics {
  /**
   * Registers a family. A family that is registered again, by a second object of the same kind, gets the samples of
   * both.
   * @param read called at each scrape; it must be fast.
   */
  register(family: MetricFamily, read: () => Iterable<Sample> | Promise<Iterable<Sample>>): void;
}

/**
 * Used where there are no scrapes: on Firebase, whose own monitoring counts requests, latency and memory of each
 * function.
 */
export const noMetrics: Metrics = { register: () => undefined };
