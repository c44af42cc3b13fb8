import { ApiError } from "#platform/error";
import { writeGuarded } from "./guarded-writes.ts";
import { copyJournal, digestOf, EarlierReads, type Journal } from "./journal.ts";
import { JournaledTransaction } from "./journaled-transaction.ts";
import type { Doc, DocData, Listener, Query, QueryResult, Store, Transaction, WatchQuery, Write } from "./port.ts";

/**
 * The store of a call that must take effect once. Its transactions run in those that a driver hands to it one by one, so
 * that the driver can write beside them: it is told when an operation waits for the transaction before to be committed.
 * What the journal of an earlier run holds is answered from there.
 */
export class JournaledStore implements Store {
  readonly kind: Store["kind"];
  readonly journal: Journal;
  readonly #inner: Store;
  readonly #replayed: number;
  readonly #earlierReads: EarlierReads;
  #transactions = 0;
  /** Handed over by the driver and not used yet. */
  #free: Transaction | undefined;
  #current: JournaledTransaction | undefined;
  #isInBody = false;
  #end: Error | undefined;
  #waiting: PromiseWithResolvers<void> | undefined;
  #paused = Promise.withResolvers<void>();

  /** @param earlier what an earlier run of the same call has committed. */
  constructor(inner: Store, earlier: Journal) {
    this.#inner = inner;
    this.kind = inner.kind;
    this.#replayed = earlier.transactions.length;
    this.#earlierReads = new EarlierReads(earlier);
    this.journal = copyJournal(earlier);
  }

  /** The store beneath, for writes that have no effect until a later transaction of the call gives them one. */
  get unjournaled(): Store {
    return this.#inner;
  }

  /** Whether the earlier run had committed a transaction that this run has not come to. */
  get isBehind(): boolean {
    return this.#transactions < this.#replayed;
  }

  /** What the current transaction wants written. */
  get writes(): readonly Write[] {
    return this.#current?.writes ?? [];
  }

  /** Why a read of the current transaction failed: then the transaction has failed, whatever the call makes of it. */
  get failure(): unknown {
    return this.#current?.failure;
  }

  /**
   * Lets operations go on that waited for the current transaction to be committed.
   * @param tx the next transaction. Missing: there is none until one is wanted.
   * @returns resolves when an operation waits again.
   */
  proceed(tx?: Transaction): Promise<void> {
    this.#free = tx;
    this.#current = undefined;
    this.#paused = Promise.withResolvers<void>();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve();
    return this.#paused.promise;
  }

  /** Lets all operations fail from now on: another run takes the place of this one. */
  abandon(): void {
    this.#end = new ApiError("ABORTED", "The call was started again.", { retryAfter: 1 });
    this.#waiting?.reject(this.#end);
  }

  get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return this.#read(["get", path], () => this.#inner.get<T>(path));
  }

  getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#read(["getMany", paths], () => this.#inner.getMany<T>(paths));
  }

  query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    return this.#read(["query", query], () => this.#inner.query<T>(query));
  }

  count(query: Query): Promise<number> {
    return this.#read(["count", query], () => this.#inner.count(query));
  }

  async transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#checkEnd();
    if (this.#isInBody) throw new Error("the transactions of a call run one after another");
    const index = this.#transactions++;
    if (index < this.#replayed) return this.journal.transactions[index] as T;
    while (!this.#free) await this.#pause();
    const current = new JournaledTransaction(this.#free);
    this.#free = undefined;
    this.#current = current;
    const result = await this.#run(body, current);
    this.journal.transactions[index] = result;
    // Nothing is to be written beside it, and whoever waits for what it has read should not wait longer.
    if (current.writes.length === 0) await this.#pause();
    return result;
  }

  commit(writes: Write[]): Promise<void> {
    return this.transact((tx) => writeGuarded(tx, writes));
  }

  /** @throws Error always: what is applied in parts has no moment at which it is done. */
  async bulk(): Promise<void> {
    throw new Error("bulk writes are for jobs: a call promises a task");
  }

  watch<T extends DocData>(query: WatchQuery, listener: Listener<T>): () => void {
    return this.#inner.watch(query, listener);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  async #run<T>(body: (tx: Transaction) => Promise<T>, current: JournaledTransaction): Promise<T> {
    this.#isInBody = true;
    try {
      return await body(current);
    } catch (error) {
      current.writes.length = 0;
      this.#end = new Error("a call ends when one of its transactions has failed", { cause: error });
      throw error;
    } finally {
      this.#isInBody = false;
    }
  }

  async #read<T>(what: unknown[], read: () => Promise<T>): Promise<T> {
    this.#checkEnd();
    // Beside the reads of a transaction, whose result is in the journal.
    if (this.#isInBody) return read();
    const digest = digestOf(what);
    const earlier = this.#earlierReads.take(digest);
    if (earlier) return earlier.result as T;
    while (this.writes.length > 0) await this.#pause();
    const result = await read();
    const { reads } = this.journal;
    reads.set(digest, [...(reads.get(digest) ?? []), result]);
    return result;
  }

  #pause(): Promise<void> {
    this.#checkEnd();
    this.#waiting ??= Promise.withResolvers<void>();
    this.#paused.resolve();
    return this.#waiting.promise;
  }

  #checkEnd(): void {
    if (this.#end) throw this.#end;
  }
}

/**
 * The store for writes that have no effect until a later transaction of the same call gives them one, such as chunks of
 * content that is not the current one yet. A call that is repeated may do them again.
 */
export function preparing(store: Store): Store {
  return store instanceof JournaledStore ? store.unjournaled : store;
}
