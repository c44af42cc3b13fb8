import type { Labels, Sample } from "./metrics.ts";

/** Counts values by size; the numbers are its own, so that observing one costs a few comparisons. */
export class Histogram {
  readonly #bounds: readonly number[];
  /** How many were at most as large as each bound and larger than the one before; the last: larger than all. */
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
