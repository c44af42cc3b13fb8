/** How long and how many times to measure. */
export interface Options {
  /** Length of one round of load, in s. */
  seconds: number;
  /** Number of rounds; the median counts. */
  rounds: number;
  /** Number of documents of the large organization. */
  documents: number;
}

/** Measurements of one server under load. */
export interface Throughput {
  requestsPerSecond: number;
  /** Median time of one request, in ms; omitted if only the whole is timed. */
  p50?: number;
  p99?: number;
  /** CPU time of the server's process per request, in µs; omitted if the system does not report it. */
  cpu?: number;
  /**
   * CPU time of the clients per request, in µs, if measured: near a whole core they, not the server, limit the rate.
   */
  loadCpu?: number;
}

/** One number with its unit. */
export interface Amount {
  value: number;
  unit: "ms" | "MB" | "kB" | "CLS";
}

/** How long something took, in ms. */
export interface Times {
  p50: number;
  p99: number;
}

/** The result of a figure. `ratio` is product to floor, in the sense of the target. */
export interface Outcome {
  product: Throughput | Amount | Times;
  floor?: Throughput | Amount;
  ratio?: number;
  met: boolean;
  /** Its parts by name; only `bench/results.json` contains them. */
  parts?: Record<string, number | Times>;
}

/** One line of the table. */
export interface Figure {
  /** Its name for `--only`. */
  id: string;
  title: string;
  /** The target in words. */
  target: string;
  run(options: Options): Promise<Outcome>;
}

/** A figure with its result. */
export interface Result extends Outcome {
  id: string;
  title: string;
  target: string;
}
