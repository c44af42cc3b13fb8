import type { Listener, Query, QueryResult, Store, StoreReader, Transaction, WatchQuery } from "#store/port";

type Look = (query: Query, result: QueryResult) => void;
/** Replaces a method; it gets the reader and the query. */
type Stand = (reader: StoreReader & Partial<Store>, query: Query, listener?: unknown) => unknown;

/** The store, with a hook for every query and its result, including those of transactions. */
export function watchQueries(store: Store, look: Look): Store {
  return withStands(store, {
    async query(reader, query) {
      const result = await reader.query(query);
      look(query, result);
      return result;
    },
  });
}

/** The store, with a hook called before every query, count and watch, including those of transactions. */
export function announceQueries(store: Store, tell: (query: Query) => void): Store {
  return withStands(store, {
    query(reader, query) {
      tell(query);
      return reader.query(query);
    },
    count(reader, query) {
      tell(query);
      return reader.count?.(query);
    },
    watch(reader, query, listener) {
      // One document is found by its path, not by a query.
      if ((query as WatchQuery).id === undefined) tell(query);
      return reader.watch?.(query as WatchQuery, listener as Listener);
    },
  });
}

function withStands(store: Store, stands: Record<string, Stand>): Store {
  return watched<Store>(store, {
    ...stands,
    transact: (_store, body) =>
      store.transact((tx) => (body as unknown as (tx: Transaction) => Promise<unknown>)(watched(tx, stands))),
  });
}

function watched<T extends StoreReader>(reader: T, stands: Record<string, Stand>): T {
  return new Proxy(reader, {
    get(target, name) {
      const stand = stands[String(name)];
      if (stand) return (argument: Query, listener?: unknown) => stand(target, argument, listener);
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
