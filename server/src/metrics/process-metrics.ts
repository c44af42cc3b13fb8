import type { Log } from "@atrium/functions/platform/observability/log";
import type { MetricFamily, Metrics, Sample } from "@atrium/functions/platform/observability/metrics";

type Collect = Parameters<Metrics["register"]>[1];

/** A metric family with its values, in the form that prom-client exchanges between processes. */
export interface Figures {
  name: string;
  type: string;
  help: string;
  /** How values of several processes are aggregated. */
  aggregator: string;
  values: { value: number; labels: Partial<Record<string, string | number>>; metricName?: string | undefined }[];
}

/** Metrics of one process: counted where they arise, read at a scrape. */
export class ProcessMetrics implements Metrics {
  readonly #families = new Map<string, { family: MetricFamily; reads: Collect[] }>();
  readonly #log: Pick<Log, "warn">;

  constructor(log: Pick<Log, "warn">) {
    this.#log = log;
  }

  register(family: MetricFamily, read: Collect): void {
    const entry = this.#families.get(family.name);
    if (entry) entry.reads.push(read);
    else this.#families.set(family.name, { family, reads: [read] });
  }

  /** Names of the families, as listed in docs/metrics.md. */
  get names(): string[] {
    return [...this.#families.keys()];
  }

  /** Reads all metrics. @param withStore whether to include those of the store, which are the same in every worker. */
  async read({ withStore }: { withStore: boolean }): Promise<Figures[]> {
    const families = [...this.#families.values()].filter(({ family }) => withStore || family.of !== "store");
    const figures = await Promise.all(families.map(({ family, reads }) => this.#readFamily(family, reads)));
    return figures.filter((one) => one !== undefined);
  }

  /** Omits a family that can't be read, for example while the store is closed. */
  async #readFamily({ name, type, help }: MetricFamily, reads: readonly Collect[]): Promise<Figures | undefined> {
    try {
      const samples = (await Promise.all(reads.map((read) => read()))).flatMap((some) => [...some]);
      return { name, type, help, aggregator: "sum", values: samples.map((sample) => toValue(name, sample)) };
    } catch (error) {
      this.#log.warn({ err: error, family: name }, "metrics could not be read");
      return undefined;
    }
  }
}

function toValue(name: string, { value, labels = {}, suffix }: Sample): Figures["values"][number] {
  return suffix === undefined ? { value, labels } : { value, labels, metricName: name + suffix };
}
