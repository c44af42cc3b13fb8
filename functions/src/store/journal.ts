import { hash } from "node:crypto";

/** Results of what a call has asked of the store, from which a call that was cut off goes on. */
export interface Journal {
  /** Results of its transactions, in their order. */
  transactions: unknown[];
  /** Results of its reads outside of transactions, by a digest of what was read. */
  reads: Map<string, unknown[]>;
}

/** A journal in which nothing has happened. */
export function emptyJournal(): Journal {
  return { transactions: [], reads: new Map() };
}

/** A journal of its own that begins with what is in another one. */
export function copyJournal({ transactions, reads }: Journal): Journal {
  return { transactions: [...transactions], reads: copyReads(reads) };
}

/** The reads of an earlier run, each of which answers one read of the same. */
export class EarlierReads {
  readonly #left: Journal["reads"];

  constructor({ reads }: Journal) {
    this.#left = copyReads(reads);
  }

  /** Takes the next result of a read; undefined when there is none left. */
  take(digest: string): { result: unknown } | undefined {
    const results = this.#left.get(digest);
    return results && results.length > 0 ? { result: results.shift() } : undefined;
  }
}

/** What a read is known by. @param what its kind and arguments. */
export function digestOf(what: readonly unknown[]): string {
  return hash("sha256", JSON.stringify(what));
}

function copyReads(reads: Journal["reads"]): Journal["reads"] {
  return new Map([...reads].map(([digest, results]) => [digest, [...results]]));
}
