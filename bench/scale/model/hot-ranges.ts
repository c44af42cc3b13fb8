/** Keys that were written to one range in one second. */
interface RecentKeys {
  second: number;
  now: string[];
  /** Keys of the second before, sorted: where Firestore may have split the range. */
  before: string[];
}

/**
 * Finds ranges of rising keys. Firestore serves a range from one place and splits it where keys already exist. Keys
 * that are all written between two neighbours of a second ago can't be split apart, so its limit of 500 applies to
 * their number.
 */
export class HotRanges {
  readonly #ranges = new Map<string, RecentKeys>();
  readonly #report: (range: string, perSecond: number) => void;

  /**
   * @param report receives a range and the maximum number of its writes in one second between two neighbouring keys.
   */
  constructor(report: (range: string, perSecond: number) => void) {
    this.#report = report;
  }

  /** Records a written key. @param now in ms. */
  write(range: string, key: string, now: number): void {
    const second = Math.floor(now / 1000);
    const writes = this.#ranges.get(range) ?? { second, now: [], before: [] };
    this.#ranges.set(range, writes);
    if (writes.second !== second) this.#close(range, writes, second);
    writes.now.push(key);
  }

  #close(range: string, writes: RecentKeys, second: number): void {
    if (writes.before.length > 0) this.#report(range, mostInOneGap(writes.before, writes.now));
    writes.before = writes.now.sort();
    writes.now = [];
    writes.second = second;
  }
}

/** The maximum number of keys that lie between the same two neighbours of a sorted list. */
function mostInOneGap(sorted: readonly string[], keys: readonly string[]): number {
  const gaps = new Map<number, number>();
  let most = 0;
  for (const key of keys) {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] as string) < key) low = middle + 1;
      else high = middle;
    }
    const count = (gaps.get(low) ?? 0) + 1;
    gaps.set(low, count);
    most = Math.max(most, count);
  }
  return most;
}
