import type { Log } from "@atrium/functions/platform/log";
import type { MetricFamily, Metrics, Sample } from "@atrium/functions/platform/metrics";

type Read = Parameters<Metrics["register"]>[1];

/** A family with its figures, in the form in which prom-client hands them from process to process. */
export interface Figures {
  name: string;
  type: string;
  help: string;
  /** How those of several processes become one. */
  aggregator: string;
  values: { value: number; labels: Partial<Record<string, string | number>>; metricName?: string | undefined }[];
}

/** The figures of one process: counted where they arise, read when somebody asks. */
export class ProcessMetrics implements Metrics {
  readonly #families = new Map<string, { family: MetricFamily; reads: Read[] }>();
  readonly #log: Pick<Log, "warn">;

  constructor(log: Pick<Log, "warn">) {
    this.#log = log;
  }

  register(family: MetricFamily, read: Read): void {
    const known = this.#families.get(family.name);
    if (known) known.reads.push(read);
    else this.#families.set(family.name, { family, reads: [read] });
  }

  /** Names of the families, as they stand in docs/metrics.md. */
  get names(): string[] {
    return [...this.#families.keys()];
  }

  /** Reads all figures. @param withStore whether those too that every worker would read from the same data. */
  async read({ withStore }: { withStore: boolean }): Promise<Figures[]> {
    const families = [...this.#families.values()].filter(({ family }) => withStore || family.of !== "store");
    const figures = await Promise.all(families.map(({ family, reads }) => this.#readFamily(family, reads)));
    return figures.filter((one) => one !== undefined);
  }

  /** A family that can't be read, as when the store is closed, is left out: the others are wanted the more. */
  async #readFamily({ name, type, help }: MetricFamily, reads: readonly Read[]): Promise<Figures | undefined> {
    try {
      const samples = (await Promise.all(reads.map((read) => read()))).flatMap((some) => [...some]);
      return { name, type, help, aggregator: "sum", values: samples.map((sample) => toValue(name, sample)) };
    } catch (error) {
      this.#log.warn({ err: error, family: name }, "figures could not be read");
      return undefined;
    }
  }
}

function toValue(name: string, { value, labels = {}, suffix }: Sample): Figures["values"][number] {
  return suffix === undefined ? { value, labels } : { value, labels, metricName: name + suffix };
}
