/** Repeatable randomness from a seed. */
export class Chance {
  #state: number;

  /** @param seed the seed in several parts; each combination gives another sequence. */
  constructor(...seed: number[]) {
    this.#state = seed.reduce((state, part) => scramble(state ^ part), 0x9e3779b9);
  }

  /** A number from 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** True with this probability. */
  is(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number, both ends included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** One of the elements. */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error("there is nothing to pick from");
    return from[this.int(0, from.length - 1)] as T;
  }

  /** One of the elements, by weight. */
  weighed<T>(from: readonly (readonly [weight: number, value: T])[]): T {
    let rest = this.next() * from.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of from) {
      rest -= weight;
      if (rest < 0) return value;
    }
    return this.pick(from)[1];
  }

  /** The elements in random order. */
  shuffled<T>(values: readonly T[]): T[] {
    const order = [...values];
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [order[i], order[j]] = [order[j] as T, order[i] as T];
    }
    return order;
  }
}

function scramble(value: number): number {
  let t = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  t = Math.imul(t ^ (t >>> 13), 0xc2b2ae35);
  return (t ^ (t >>> 16)) + 1;
}
