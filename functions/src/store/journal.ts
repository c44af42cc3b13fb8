import { hash } from "node:crypto";

/** Results of a call's transactions and reads, from which the retry of an interrupted call resumes. */
export interface Journal {
  /** Results of the transactions, in order. */
  transactions: unknown[];
  /** Results of reads outside transactions, by a digest of their arguments. */
  reads: Map<string, unknown[]>;
}

/** Creates an empty journal. */
export function emptyJournal(): Journal {
  return { transactions: [], reads: new Map() };
}

/** Copies a journal. */
export function copyJournal({ transactions, reads }: Journal): Journal {
  return { transactions: [...transactions], reads: copyReads(reads) };
}

/** The reads of an earlier run; each result answers one equal read. */
export class EarlierReads {
  readonly #remaining: Journal["reads"];

  constructor({ reads }: Journal) {
    this.#remaining = copyReads(reads);
  }

  /** Takes the next result of a read; undefined when none remains. */
  take(digest: string): { result: unknown } | undefined {
    const results = this.#remaining.get(digest);
    return results && results.length > 0 ? { result: results.shift() } : undefined;
  }
}

/** Identifies a read. @param what its kind and arguments. */
export function digestOf(what: readonly unknown[]): string {
  return hash("sha256", JSON.stringify(what));
}

function copyReads(reads: Journal["reads"]): Journal["reads"] {
  return new Map([...reads].map(([digest, results]) => [digest, [...results]]));
}
