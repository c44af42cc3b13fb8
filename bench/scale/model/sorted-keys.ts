/** Keys of one index of one collection in byte order, each with the path of its document. */
export class SortedKeys {
  readonly #keys: string[] = [];
  readonly #paths: string[] = [];

  get size(): number {
    return this.#keys.length;
  }

  key(at: number): string {
    return this.#keys[at] as string;
  }

  path(at: number): string {
    return this.#paths[at] as string;
  }

  /** The first position with a key that is not less than `key`. */
  from(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] as string) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(key: string, path: string): void {
    const at = this.from(key);
    this.#keys.splice(at, 0, key);
    this.#paths.splice(at, 0, path);
  }

  delete(key: string): void {
    const at = this.from(key);
    if (this.#keys[at] !== key) return;
    this.#keys.splice(at, 1);
    this.#paths.splice(at, 1);
  }
}
