/** The characters of generated ids: digits, upper case, lower case. */
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A repeatable source of choices: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A whole number, at least 0 and below `limit`. */
  below(limit: number): number;
  /** True with the given chance, from 0 to 1. */
  chance(probability: number): boolean;
  /** One element of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** Like `pick`, but chooses the first elements far more often than the last, as work is distributed in teams. */
  pickSkewed<T>(list: readonly T[]): T;
  /** `count` different elements in random order; all of them if the list is shorter. */
  sample<T>(list: readonly T[], count: number): T[];
  /** An id of `length` base62 characters. */
  base62(length: number): string;
}

/** Creates a `Random` from a 32-bit seed (mulberry32: integer arithmetic only, so all platforms agree). */
export function seededRandom(seed: number): Random {
  let state = seed | 0;

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit: number) => Math.floor(next() * limit);

  return {
    below,
    chance: (probability) => next() < probability,
    pick: (list) => element(list, below(list.length)),
    pickSkewed: (list) => element(list, Math.floor(next() ** 3 * list.length)),
    sample(list, count) {
      const rest = [...list];
      return Array.from({ length: Math.min(count, list.length) }, () => element(rest.splice(below(rest.length), 1), 0));
    },
    base62: (length) => Array.from({ length }, () => BASE62[below(BASE62.length)]).join(""),
  };
}

function element<T>(list: readonly T[], index: number): T {
  if (index >= list.length) throw new RangeError("Nothing to choose from: the list is empty.");
  return list[index] as T;
}
