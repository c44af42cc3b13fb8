import { AsyncLocalStorage } from "node:async_hooks";
import type { Store } from "#store/port";

/** Set during a transaction's body and everything that it awaits. */
const inTransaction = new AsyncLocalStorage<true>();

/** Makes the store mark the bodies of its transactions. */
export function guardTransactions<S extends Store>(store: S): S {
  const { transact } = store;
  store.transact = (body) => transact.call(store, (tx) => inTransaction.run(true, () => body(tx))) as never;
  return store;
}

/** Whether the caller runs in a transaction, where it may wait for nothing but the store. */
export function isInTransaction(): boolean {
  return inTransaction.getStore() === true;
}
