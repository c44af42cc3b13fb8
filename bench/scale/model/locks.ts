import { ApiError } from "@atrium/functions/platform/error";
import type { Stretch } from "./documents.ts";
import type { Entry } from "./index-keys.ts";

/** A transaction that holds locks. */
export interface Holder {
  shared: Set<string>;
  exclusive: Set<string>;
  /** The holders that it waits for. */
  waitsFor: Set<Holder>;
}

/**
 * Pessimistic locks, as Firestore's server libraries use them: until a transaction ends, nobody else can commit to
 * documents that it has read. If two wait for each other, the one that closed the circle fails with ABORTED.
 */
export class Locks {
  readonly #shared = new Map<string, Set<Holder>>();
  readonly #exclusive = new Map<string, Holder>();
  /** The holders that wait for the exclusive lock of a document. */
  readonly #wanted = new Map<string, Set<Holder>>();
  readonly #stretches = new Map<Holder, Stretch[]>();
  readonly #released = new Map<Holder, PromiseWithResolvers<void>>();

  open(): Holder {
    const holder: Holder = { shared: new Set(), exclusive: new Set(), waitsFor: new Set() };
    this.#released.set(holder, Promise.withResolvers());
    return holder;
  }

  /** Takes a shared lock, after those that wait for the exclusive one, so that they do not starve. */
  async share(holder: Holder, path: string): Promise<void> {
    for (;;) {
      const own = this.#exclusive.get(path);
      const waiting = [...(this.#wanted.get(path) ?? [])].filter((other) => !waits(other, holder));
      const others = [...waiting, ...(own ? [own] : [])].filter((other) => other !== holder);
      if (others.length === 0 || holder.shared.has(path)) break;
      await this.#wait(holder, others);
    }
    const holders = this.#shared.get(path) ?? new Set();
    this.#shared.set(path, holders.add(holder));
    holder.shared.add(path);
  }

  /** Keeps others from writes that would change the result of a query. */
  shareStretches(holder: Holder, stretches: readonly Stretch[]): void {
    this.#stretches.set(holder, [...(this.#stretches.get(holder) ?? []), ...stretches]);
  }

  /**
   * Waits until no other transaction depends on the stretches with these entries.
   * @param entries computed when needed.
   */
  async excludeEntries(holder: Holder, entries: () => readonly Entry[]): Promise<void> {
    while (this.#stretches.size > 0) {
      const changed = entries();
      const others = [...this.#stretches].filter(
        ([other, stretches]) => other !== holder && stretches.some((one) => changed.some((entry) => holds(one, entry))),
      );
      if (others.length === 0) return;
      await this.#wait(
        holder,
        others.map(([other]) => other),
      );
    }
  }

  /** Takes the exclusive lock. @throws ApiError ABORTED if a holder of the lock waits for this one. */
  async exclude(holder: Holder, path: string): Promise<void> {
    const waiters = this.#wanted.get(path) ?? new Set();
    this.#wanted.set(path, waiters.add(holder));
    try {
      for (;;) {
        const own = this.#exclusive.get(path);
        const others = [...(this.#shared.get(path) ?? []), ...(own ? [own] : [])].filter((other) => other !== holder);
        if (others.length === 0) break;
        await this.#wait(holder, others);
      }
      this.#exclusive.set(path, holder);
      holder.exclusive.add(path);
    } finally {
      waiters.delete(holder);
      if (waiters.size === 0) this.#wanted.delete(path);
    }
  }

  async #wait(holder: Holder, others: readonly Holder[]): Promise<void> {
    for (const other of others)
      if (waits(other, holder)) throw new ApiError("ABORTED", "Another transaction waits for this one.");
    holder.waitsFor = new Set(others);
    await Promise.race(others.map((other) => this.#released.get(other)?.promise));
    holder.waitsFor.clear();
  }

  /** Releases all locks. */
  release(holder: Holder): void {
    for (const path of holder.shared) {
      const holders = this.#shared.get(path);
      holders?.delete(holder);
      if (holders?.size === 0) this.#shared.delete(path);
    }
    for (const path of holder.exclusive) this.#exclusive.delete(path);
    this.#stretches.delete(holder);
    this.#released.get(holder)?.resolve();
    this.#released.delete(holder);
  }
}

function holds({ range, low, high }: Stretch, entry: Entry): boolean {
  return entry.range === range && entry.key >= low && entry.key < high;
}

/** Whether `holder` waits for `other`, directly or through others. */
function waits(holder: Holder, other: Holder, visitedHolders = new Set<Holder>()): boolean {
  if (visitedHolders.has(holder)) return false;
  visitedHolders.add(holder);
  return [...holder.waitsFor].some((next) => next === other || waits(next, other, visitedHolders));
}
