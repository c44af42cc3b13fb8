import type { Chance } from "./chance.ts";

/** Maximum number of values per name. */
const CAPACITY = 60;

/**
 * Values of calls that succeeded and their replies, by field name: existing ids, addresses, event types. A value that
 * occurred more often is more likely to be picked.
 */
export class Pool {
  readonly #values = new Map<string, unknown[]>();
  /** Keys of maps, by the name of the map. */
  readonly #keys = new Map<string, string[]>();

  /** Records the texts and numbers of `data`. @param name the name of its field. */
  learn(data: unknown, name = ""): void {
    if (Array.isArray(data)) for (const element of data) this.learn(element, singular(name));
    else if (typeof data === "object" && data !== null)
      for (const [key, value] of Object.entries(data)) {
        note(this.#keys, name, key);
        this.learn(value, key);
      }
    else if ((typeof data === "string" && data !== "" && data.length < 2000) || typeof data === "number")
      note(this.#values, singular(name), data);
  }

  /** A value for a field: from a field with this name, or with its last part, as `folderId` for `parentFolderId`. */
  pick(chance: Chance, name: string): unknown {
    const values = this.#of(singular(name));
    return values.length > 0 ? chance.pick(values) : undefined;
  }

  /** A key for a map. */
  pickKey(chance: Chance, name: string): string | undefined {
    const keys = this.#keys.get(name) ?? [];
    return keys.length > 0 ? chance.pick(keys) : undefined;
  }

  #of(name: string): unknown[] {
    const own = this.#values.get(name) ?? [];
    if (own.length > 0 || !/Id$/.test(name)) return own;
    const [, last] = /([A-Z][a-z]+Id)$/.exec(name) ?? [];
    return last === undefined ? [] : (this.#values.get(last[0]?.toLowerCase() + last.slice(1)) ?? []);
  }
}

/** `userIds` and `userId` hold the same kind of value. */
function singular(name: string): string {
  return name.replace(/s$/, "");
}

/** Always keeps the first half of the values: they come from the examples, which name existing records. */
function note<T>(map: Map<string, T[]>, name: string, value: T): void {
  const values = map.get(name) ?? [];
  if (values.length >= CAPACITY) values.splice(CAPACITY / 2, 1);
  values.push(value);
  map.set(name, values);
}
