import type {
  Doc,
  DocData,
  ForeignWrites,
  Listener,
  Query,
  QueryResult,
  RecentOptions,
  Store,
  Transaction,
  WatchQuery,
  Write,
} from "./port.ts";

/** A store that passes every operation to another one; a subclass changes some of them. */
export class ForwardingStore implements Store {
  readonly kind: Store["kind"];
  readonly hasLocalIndexes: boolean;
  readonly hasHotspots: boolean;
  readonly findsNamed: boolean;
  readonly remembers: boolean;
  protected readonly inner: Store;

  constructor(inner: Store) {
    this.inner = inner;
    this.kind = inner.kind;
    this.hasLocalIndexes = inner.hasLocalIndexes;
    this.hasHotspots = inner.hasHotspots;
    this.findsNamed = inner.findsNamed;
    this.remembers = inner.remembers;
  }

  get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return this.inner.get<T>(path);
  }

  getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.inner.getMany<T>(paths);
  }

  getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.inner.getExisting<T>(paths);
  }

  query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    return this.inner.query<T>(query);
  }

  foreignWrites(collection: string, since?: number): ForeignWrites | undefined {
    return this.inner.foreignWrites(collection, since);
  }

  lastVersion(): string | undefined {
    return this.inner.lastVersion();
  }

  count(query: Query): Promise<number> {
    return this.inner.count(query);
  }

  getRecent<T extends DocData>(path: string, options: RecentOptions<T>): Promise<Doc<T> | undefined> {
    return this.inner.getRecent<T>(path, options);
  }

  watch<T extends DocData>(query: WatchQuery, listener: Listener<T>): () => void {
    return this.inner.watch<T>(query, listener);
  }

  transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.inner.transact(body);
  }

  commit(writes: Write[]): Promise<void> {
    return this.inner.commit(writes);
  }

  untilVisible(maxAge: number): Promise<void> {
    return this.inner.untilVisible(maxAge);
  }

  bulk(writes: Iterable<Write> | AsyncIterable<Write>): Promise<void> {
    return this.inner.bulk(writes);
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
