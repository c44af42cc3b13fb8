import type { MetricFamily, Metrics } from "./metrics.ts";

/** A counter with one label of few values, such as the outcome of something. */
export class LabelledCounter {
  readonly #counts = new Map<string, number>();

  /** @param values label values whose counts begin at 0, so that the first event shows as an increase. */
  constructor(metrics: Metrics, family: Omit<MetricFamily, "type">, label: string, values: readonly string[] = []) {
    for (const value of values) this.#counts.set(value, 0);
    metrics.register({ ...family, type: "counter" }, () =>
      Array.from(this.#counts, ([value, count]) => ({ labels: { [label]: value }, value: count })),
    );
  }

  /** Counts one, or `amount`, of this value of the label. */
  add(value: string, amount = 1): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + amount);
  }
}
