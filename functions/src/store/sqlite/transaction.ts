import { ApiError } from "#platform/error";
import { BufferedTransaction } from "#store/buffered-transaction";
import type { Doc, DocData, Query, QueryResult } from "#store/port";
import { keyOf } from "./commit/wal-flush.ts";

/** Data that the transaction has read has changed since: the transaction runs again. */
export class ConflictError extends ApiError {
  /** The document that changed; undefined when a query's result did. */
  readonly path: string | undefined;

  constructor(path?: string) {
    super("ABORTED", "The data changed while it was being worked on. Try again.", { retryAfter: 1 });
    this.path = path;
  }
}

/** The reads of a transaction, and their validation. */
export interface Source {
  read<T extends DocData>(paths: string[]): (Doc<T> | undefined)[] | Promise<(Doc<T> | undefined)[]>;
  query(query: Query): Promise<{ result: QueryResult; fingerprint: string }>;
  version(path: string): number;
  /** The current fingerprint of a query. */
  fingerprint(query: Query): string;
  /** Resolves when no transaction is being retried over this document; undefined if none is. */
  untilUnlocked(path: string): Promise<void> | undefined;
}

/** One attempt of a transaction: records its reads and buffers its writes. */
export class SqliteTransaction extends BufferedTransaction {
  readonly #source: Source;
  readonly #isRepeat: boolean;
  readonly #read = new Map<string, string>();
  readonly #queried: { query: Query; fingerprint: string }[] = [];

  constructor(source: Source, isRepeat: boolean) {
    super();
    this.#source = source;
    this.#isRepeat = isRepeat;
  }

  override async getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    this.checkOrder();
    // A first attempt waits for running retries. A retry holds the mutex itself and must not wait for other retries.
    if (!this.#isRepeat)
      for (const path of paths) {
        const unlocked = this.#source.untilUnlocked(path);
        if (unlocked) await unlocked;
      }
    const reading = this.#source.read<T>(paths);
    const docs = reading instanceof Promise ? await reading : reading;
    for (let i = 0; i < paths.length; i++) {
      const path = paths[i] as string;
      const version = docs[i]?.version ?? "0";
      if ((this.#read.get(path) ?? version) !== version) throw new ConflictError(path);
      this.#read.set(path, version);
    }
    return docs;
  }

  override async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    this.checkOrder();
    const { result, fingerprint } = await this.#source.query(query);
    this.#queried.push({ query, fingerprint });
    return result as QueryResult<T>;
  }

  /** The keys of everything that it has read, for `WalFlush.covering`. */
  get keys(): string[] {
    return [...this.#read.keys(), ...this.#queried.map(({ query }) => keyOf(query))];
  }

  /** @throws ConflictError when data that was read has changed. */
  validate(): void {
    for (const [path, version] of this.#read)
      if (String(this.#source.version(path)) !== version) throw new ConflictError(path);
    for (const { query, fingerprint } of this.#queried)
      if (this.#source.fingerprint(query) !== fingerprint) throw new ConflictError();
  }
}
