import { ForwardingStore } from "#store/forwarding-store";
import type { Doc, DocData, Query, QueryResult, Store, StoreReader, Transaction, Write } from "#store/port";

/**
 * Makes a store answer calls that are open at the same time together, when the slowest answer has arrived. The number
 * of round trips then depends only on which calls wait for which, not on how long a server takes for each request.
 */
export function inRounds(store: Store): Store {
  return new StoreInRounds(store);
}

class StoreInRounds extends ForwardingStore {
  readonly #round = new Round();

  override get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return this.#round.join(super.get<T>(path));
  }

  override getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#round.join(super.getMany<T>(paths));
  }

  override getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#round.join(super.getExisting<T>(paths));
  }

  override query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    return this.#round.join(super.query<T>(query));
  }

  override count(query: Query): Promise<number> {
    return this.#round.join(super.count(query));
  }

  override commit(writes: Write[]): Promise<void> {
    return this.#round.join(super.commit(writes));
  }

  override transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transact((tx) => body(readsInRounds(tx, this.#round)));
  }
}

/** The open calls. */
class Round {
  #open = 0;
  #answered: (() => void)[] = [];

  /** Waits for the call and for all calls that are open with it. */
  join<T>(call: Promise<T>): Promise<T> {
    this.#open++;
    return call.finally(() => this.#answer());
  }

  #answer(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#answered.push(resolve) < this.#open) return;
      const all = this.#answered;
      this.#answered = [];
      this.#open = 0;
      for (const one of all) one();
    });
  }
}

function readsInRounds(tx: Transaction, round: Round): Transaction {
  const reader = {
    get: (path) => round.join(tx.get(path)),
    getMany: (paths: string[]) => round.join(tx.getMany(paths)),
    getExisting: (paths: string[]) => round.join(tx.getExisting(paths)),
    query: (query) => round.join(tx.query(query)),
  } as Pick<StoreReader, "get" | "getMany" | "getExisting" | "query">;
  return new Proxy(tx, {
    get(target, name) {
      const member = Reflect.get(name in reader ? reader : target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
