import type { Quotas } from "#domain/workspaces/quota";
import type { Context } from "#src/context";
import { ForwardingStore } from "#store/forwarding-store";
import { addWrites, writeGuarded } from "#store/guarded-writes";
import type { Store, Transaction, Write } from "#store/port";
import { CountedTransaction } from "./counted-transaction.ts";
import { measureGrowth } from "./growth.ts";
import { countedFor } from "./usage-paths.ts";
import { type Account, usages } from "./usages.ts";

/** The account that a store counts for. */
export interface Counting {
  /** The one account of a call. Omitted for a job, which writes for any API key. */
  account?: Account;
  /** The quotas of an API key; undefined when it has none. */
  quotasOf(apiKeyId: string): Promise<Quotas | undefined> | Quotas | undefined;
  /** Whether writes that would exceed a quota are refused. */
  isEnforced: boolean;
}

/**
 * Counts writes against storage quotas, and refuses those that would exceed one (docs/behaviour.md#storage-quotas).
 * Bulk writes are not counted: only an import makes them.
 */
export class CountedStore extends ForwardingStore {
  readonly #context: Context;
  readonly #counting: Counting;

  constructor(inner: Store, context: Context, counting: Counting) {
    super(inner);
    this.#context = context;
    this.#counting = counting;
  }

  /** @throws ApiError RESOURCE_EXHAUSTED if a quota would be exceeded; then nothing is written. */
  override async transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    const { account } = this.#counting;
    const usage = usages(this.#context);
    if (account) await usage.prepare(this.inner, account);
    let undo: (() => void)[] = [];
    const takeBack = () => {
      for (const one of undo) one();
      undo = [];
    };
    const result = await this.inner
      .transact(async (tx) => {
        takeBack();
        const counted = new CountedTransaction(tx);
        const returned = await body(counted);
        undo = await this.#settle(tx, counted);
        return returned;
      })
      .catch((error: unknown) => {
        takeBack();
        throw error;
      });
    await usage.exchangeDue(this.inner);
    return result;
  }

  override async commit(writes: Write[]): Promise<void> {
    if (writes.every(({ path }) => countedFor(path) === undefined)) await this.inner.commit(writes);
    else await this.transact((tx) => writeGuarded(tx, writes));
  }

  /** Counts and applies the writes. @returns functions that revert the counts. */
  async #settle(tx: Transaction, { writes, known }: CountedTransaction): Promise<(() => void)[]> {
    const byApiKey = Map.groupBy(writes, ({ path }) => countedFor(path));
    const undo: (() => void)[] = [];
    try {
      for (const [apiKeyId, theirs] of byApiKey) {
        const quotas = apiKeyId === undefined ? undefined : await this.#counting.quotasOf(apiKeyId);
        if (apiKeyId === undefined || !quotas) continue;
        undo.push(await this.#countWrites(tx, theirs, known, { ...this.#counting.account, apiKeyId, quotas }));
      }
    } catch (error) {
      for (const one of undo) one();
      throw error;
    }
    addWrites(tx, writes);
    return undo;
  }

  async #countWrites(
    tx: Transaction,
    writes: Write[],
    knownDocs: CountedTransaction["known"],
    account: Account,
  ): Promise<() => void> {
    const usage = usages(this.#context);
    const isCall = this.#counting.account !== undefined;
    const growth = await measureGrowth(tx, writes, knownDocs, {
      day: usage.day,
      userId: account.userId,
      marksOwner: isCall && account.quotas.user !== undefined,
      countsWrites: isCall,
    });
    if (this.#counting.isEnforced) usage.check(account, growth);
    return usage.add(account, growth);
  }
}
