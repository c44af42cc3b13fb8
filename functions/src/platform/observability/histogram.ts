import type { Labels, Sample } from "./metrics.ts";

/** Counts values by size in plain numbers, so that observing a value costs only a few comparisons. */
export class Histogram {
  readonly #bounds: readonly number[];
  /** How many values were at most each bound but above the one before; the last counts values above all bounds. */
  readonly #counts: number[];
  #sum = 0;

  /** @param bounds upper bounds, ascending. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Array<number>(bounds.length + 1).fill(0);
  }

  /** Counts a value. */
  observe(value: number): void {
    let i = 0;
    while (i < this.#bounds.length && value > (this.#bounds[i] as number)) i++;
    this.#counts[i] = (this.#counts[i] as number) + 1;
    this.#sum += value;
  }

  /** The histogram in Prometheus' form: cumulative buckets, their sum and their count. */
  *samples(labels: Labels = {}): Iterable<Sample> {
    let count = 0;
    for (const [i, own] of this.#counts.entries()) {
      count += own;
      const le = i < this.#bounds.length ? String(this.#bounds[i]) : "+Inf";
      yield { suffix: "_bucket", labels: { ...labels, le }, value: count };
    }
    yield { suffix: "_sum", labels, value: this.#sum };
    yield { suffix: "_count", labels, value: count };
  }
}
