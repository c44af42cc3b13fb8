import type { Query, QueryResult, Store, StoreReader, Transaction } from "#store/port";

type Look = (query: Query, result: QueryResult) => void;

/** The store, with a look at every query and its result, those of transactions too. */
export function watchQueries(store: Store, look: Look): Store {
  const queries = watched<Store>(store, look);
  return new Proxy(queries, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== "transact") return member;
      return (body: (tx: Transaction) => Promise<unknown>) =>
        store.transact((tx) => body(watched<Transaction>(tx, look)));
    },
  });
}

function watched<T extends StoreReader>(reader: T, look: Look): T {
  return new Proxy(reader, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "query") return member.bind(target);
      return async (query: Query) => {
        const result = await target.query(query);
        look(query, result);
        return result;
      };
    },
  });
}
