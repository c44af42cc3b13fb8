import { ApiError } from "#platform/error";
import { ForwardingStore } from "./forwarding-store.ts";
import { writeGuarded } from "./guarded-writes.ts";
import { copyJournal, digestOf, EarlierReads, type Journal } from "./journal.ts";
import { JournaledTransaction } from "./journaled-transaction.ts";
import type { Doc, DocData, Query, QueryResult, RecentOptions, Store, Transaction, Write } from "./port.ts";

/**
 * The store of a call that must take effect exactly once. Its transactions run inside transactions that a driver passes
 * in one by one and commits together with its own writes. Operations wait until the previous transaction is committed.
 * Operations that the journal of an earlier run holds are answered from it.
 */
export class JournaledStore extends ForwardingStore {
  readonly journal: Journal;
  readonly #afterCommit: (wait: () => Promise<void>) => void;
  readonly #replayed: number;
  readonly #earlierReads: EarlierReads;
  #transactions = 0;
  /** The driver's transaction that has not been used yet. */
  #free: Transaction | undefined;
  #current: JournaledTransaction | undefined;
  #isInBody = false;
  #end: Error | undefined;
  #waiting: PromiseWithResolvers<void> | undefined;
  #paused = Promise.withResolvers<void>();

  /**
   * @param earlier journal that an earlier run of the same call has committed.
   * @param afterCommit registers a wait that starts when the call's writes are committed and delays the reply.
   */
  constructor(inner: Store, earlier: Journal, afterCommit: (wait: () => Promise<void>) => void) {
    super(inner);
    this.#afterCommit = afterCommit;
    this.#replayed = earlier.transactions.length;
    this.#earlierReads = new EarlierReads(earlier);
    this.journal = copyJournal(earlier);
  }

  /** The underlying store, for writes that have no effect until a later transaction of the call refers to them. */
  get unjournaled(): Store {
    return this.inner;
  }

  /** Whether the earlier run has committed a transaction that this run has not reached. */
  get isBehind(): boolean {
    return this.#transactions < this.#replayed;
  }

  /** The writes of the current transaction. */
  get writes(): readonly Write[] {
    return this.#current?.writes ?? [];
  }

  /** The error of a failed read in the current transaction, which fails the transaction even if the call ignores it. */
  get failure(): unknown {
    return this.#current?.failure;
  }

  /**
   * Resumes operations that waited for the commit of the current transaction.
   * @param tx the next transaction, if it has already been started.
   * @returns a promise that resolves when an operation waits again.
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

  /** Makes all further operations fail: another run replaces this one. */
  abandon(): void {
    this.#end = new ApiError("ABORTED", "The call was restarted.", { retryAfter: 1 });
    this.#waiting?.reject(this.#end);
  }

  override get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return this.#read(["get", path], () => this.inner.get<T>(path));
  }

  override getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#read(["getMany", paths], () => this.inner.getMany<T>(paths));
  }

  override getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#read(["getExisting", paths], () => this.inner.getExisting<T>(paths));
  }

  override query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    return this.#read(["query", query], () => this.inner.query<T>(query));
  }

  override getRecent<T extends DocData>(path: string, options: RecentOptions<T>): Promise<Doc<T> | undefined> {
    return this.#read(["getRecent", path], () => this.inner.getRecent<T>(path, options));
  }

  /** The call's writes are not committed yet, so the driver waits later, before it replies. */
  override async untilVisible(maxAge: number): Promise<void> {
    this.#afterCommit(() => this.inner.untilVisible(maxAge));
  }

  override count(query: Query): Promise<number> {
    return this.#read(["count", query], () => this.inner.count(query));
  }

  override async transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
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
    // A transaction without writes needs no commit by the driver, so nothing has to wait for it.
    if (current.writes.length === 0) await this.#pause();
    return result;
  }

  override commit(writes: Write[]): Promise<void> {
    return this.transact((tx) => writeGuarded(tx, writes));
  }

  /** @throws Error always: bulk writes are not atomic, so they can't be journaled. */
  override async bulk(): Promise<void> {
    throw new Error("bulk writes are for jobs: a call schedules a task instead");
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
    // Reads inside the body of a transaction are not journaled: the result of the transaction is.
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
 * The store for writes that have no effect until a later transaction of the same call refers to them, such as chunks of
 * content that is not yet current. A retried call may repeat them.
 */
export function preparing(store: Store): Store {
  return store instanceof JournaledStore ? store.unjournaled : store;
}
