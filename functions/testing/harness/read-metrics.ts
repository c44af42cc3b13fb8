import type { MetricFamily, Metrics, Sample } from "#platform/observability/metrics";

/** Metrics that a test reads. */
export class ReadableMetrics implements Metrics {
  readonly families = new Map<string, MetricFamily>();
  readonly #reads = new Map<string, Parameters<Metrics["register"]>[1][]>();

  register(family: MetricFamily, read: Parameters<Metrics["register"]>[1]): void {
    this.families.set(family.name, family);
    this.#reads.set(family.name, [...(this.#reads.get(family.name) ?? []), read]);
  }

  /** The current samples of a family: values by labels, such as `path=/v2/users/add,status=200`. */
  async read(name: string): Promise<Record<string, number>> {
    const samples: Sample[] = [];
    for (const read of this.#reads.get(name) ?? []) samples.push(...(await read()));
    return Object.fromEntries(
      samples.map(({ labels = {}, suffix = "", value }) => [
        Object.entries(labels)
          .map(([label, text]) => `${label}=${text}`)
          .join(",") + suffix,
        value,
      ]),
    );
  }
}
