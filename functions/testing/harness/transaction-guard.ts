import { AsyncLocalStorage } from "node:async_hooks";
import type { Store } from "#store/port";

/** Set in what a transaction's body runs and waits for. */
const inTransaction = new AsyncLocalStorage<true>();

/** Has the store note what runs in its transactions. */
export function guardTransactions<S extends Store>(store: S): S {
  const { transact } = store;
  store.transact = (body) => transact.call(store, (tx) => inTransaction.run(true, () => body(tx))) as never;
  return store;
}

/** Whether the caller runs in a transaction: it must wait for nothing but the store there. */
export function isInTransaction(): boolean {
  return inTransaction.getStore() === true;
}
