/** How long and how often to measure. */
export interface Options {
  /** Length of one round of load, in s. */
  seconds: number;
  /** Rounds, of which the median counts. */
  rounds: number;
  /** Documents of the large organization. */
  documents: number;
}

/** Measurements of one server under load. */
export interface Throughput {
  requestsPerSecond: number;
  /** Median time of one request, in ms; missing where only the whole is timed. */
  p50?: number;
  p99?: number;
  /** CPU time of the server's process per request, in µs; missing where the system does not report it. */
  cpu?: number;
  /** CPU time of the clients per request, in µs, where it is told: near a whole core they limit the rate, and not the server. */
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
  /** What it is made of, by name; `bench/results.json` alone has it. */
  parts?: Record<string, number | Times>;
}

/** One line of the table. */
export interface Figure {
  /** For `--only`. */
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
