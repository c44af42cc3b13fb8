/** Names and values that tell the series of a family apart. Their number must be bounded. */
export type Labels = Readonly<Record<string, string>>;

/** One figure of a family, as it is now. */
export interface Sample {
  value: number;
  labels?: Labels;
  /** Of histograms: which part of one it is. */
  suffix?: "_bucket" | "_sum" | "_count";
}

/** Figures of one name. Every family stands in docs/metrics.md. */
export interface MetricFamily {
  /** In Prometheus' form: unit last, `_total` behind it for counters. */
  name: `atrium_${string}`;
  type: "counter" | "gauge" | "histogram";
  /** One sentence. */
  help: string;
  /**
   * Whose figure it is. `process`: those of all workers are summed. `store`: it is read from the data that all workers share,
   * so one of them answers for all. Default: `process`.
   */
  of?: "process" | "store";
}

/**
 * Where figures for the operator go. Whoever has some counts them in plain numbers of its own and says here how to read
 * them: counting costs next to nothing, and reading happens only when somebody asks.
 */
export interface Metrics {
  /**
   * Announces a family. A family that is announced again, by a second object of the same kind, gets the samples of both.
   * @param read is called at each scrape; it must be short.
   */
  register(family: MetricFamily, read: () => Iterable<Sample> | Promise<Iterable<Sample>>): void;
}

/** Where nobody asks: on Firebase, whose own monitoring counts requests, latency and memory of each function. */
export const noMetrics: Metrics = { register: () => undefined };
