import { ApiError } from "#platform/error";
import { BufferedTransaction } from "#store/buffered-transaction";
import type { Doc, DocData, Query, QueryResult } from "#store/port";

/** What was read and has changed since: the transaction runs again. */
export class ConflictError extends ApiError {
  /** The document that changed; undefined when a query's result did. */
  readonly path: string | undefined;

  constructor(path?: string) {
    super("ABORTED", "The data changed while it was being worked on. Try again.", { retryAfter: 1 });
    this.path = path;
  }
}

/** What a transaction reads from, and how it finds out later whether that still holds. */
export interface Source {
  read<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]>;
  query(query: Query): Promise<{ result: QueryResult; fingerprint: string }>;
  version(path: string): number;
  /** What `query` would give as its fingerprint now. */
  fingerprint(query: Query): string;
  /** Resolves when nobody is repeating a transaction over this document; undefined when that is so already. */
  turn(path: string): Promise<void> | undefined;
}

/** One try of a transaction: notes what it read, keeps what it wants written. */
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
    // A first try waits for those that repeat theirs; repeats hold a turn themselves and must not wait for one another.
    if (!this.#isRepeat) for (const turn of paths.map((path) => this.#source.turn(path))) if (turn) await turn;
    const docs = await this.#source.read<T>(paths);
    docs.forEach((doc, i) => {
      const path = paths[i] as string;
      const version = doc?.version ?? "0";
      if ((this.#read.get(path) ?? version) !== version) throw new ConflictError(path);
      this.#read.set(path, version);
    });
    return docs;
  }

  override async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    this.checkOrder();
    const { result, fingerprint } = await this.#source.query(query);
    this.#queried.push({ query, fingerprint });
    return result as QueryResult<T>;
  }

  /** @throws ConflictError when something that was read is no longer as it was. */
  validate(): void {
    for (const [path, version] of this.#read)
      if (String(this.#source.version(path)) !== version) throw new ConflictError(path);
    for (const { query, fingerprint } of this.#queried)
      if (this.#source.fingerprint(query) !== fingerprint) throw new ConflictError();
  }
}
