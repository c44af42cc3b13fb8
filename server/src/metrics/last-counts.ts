import type { Figures } from "./process-metrics.ts";

/** Types of metrics that only grow. */
const GROWING = ["counter", "histogram"];

/**
 * The last counts of each worker. With them the sums do not decrease when a worker ends or does not answer: whoever reads
 * them would take a decrease for a new start of the server, and count everything that remains once more.
 */
export class LastCounts {
  readonly #ofWorkers = new Map<number, Figures[]>();
  #ofEnded: Figures[] = [];

  /** Keeps the counts of a worker that runs. */
  keep(worker: number, families: readonly Figures[]): void {
    this.#ofWorkers.set(worker, onlyCounts(families));
  }

  /** The last counts of a worker that runs. */
  of(worker: number): Figures[] {
    return this.#ofWorkers.get(worker) ?? [];
  }

  /** The counts of all workers that have ended. */
  get ofEnded(): Figures[] {
    return this.#ofEnded;
  }

  /** Adds the counts of a worker to those of the ended ones. */
  end(worker: number): void {
    this.#ofEnded = add(this.#ofEnded, this.of(worker));
    this.#ofWorkers.delete(worker);
  }
}

/** Without gauges: they say what a process does now. */
function onlyCounts(families: readonly Figures[]): Figures[] {
  return families.filter(({ type }) => GROWING.includes(type));
}

/** The sum of two lists of families. */
function add(one: readonly Figures[], other: readonly Figures[]): Figures[] {
  const families = new Map(one.map((family) => [family.name, family]));
  for (const family of other) {
    const values = [...(families.get(family.name)?.values ?? []), ...family.values];
    families.set(family.name, { ...family, values: addSamples(values) });
  }
  return [...families.values()];
}

/** One sample for each combination of name and labels. */
function addSamples(samples: Figures["values"]): Figures["values"] {
  const sums = new Map<string, Figures["values"][number]>();
  for (const sample of samples) {
    const key = JSON.stringify([sample.metricName, Object.entries(sample.labels).sort()]);
    sums.set(key, { ...sample, value: sample.value + (sums.get(key)?.value ?? 0) });
  }
  return [...sums.values()];
}
