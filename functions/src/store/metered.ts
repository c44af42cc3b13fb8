import { lookupsOf } from "./lookups.ts";
import type {
  Doc,
  DocData,
  ForeignWrites,
  Listener,
  Query,
  QueryResult,
  RecentOptions,
  Store,
  StoreReader,
  Transaction,
  WatchQuery,
  Write,
} from "./port.ts";

/** Cost of a request: the operations that the cloud bills, and the round trips that it waits for. */
export interface Cost {
  /** Number of documents read; a query without results counts as one. */
  reads: number;
  /** Number of documents written. */
  writes: number;
  /** Number of sequential round trips: operations that begin before the first answer to one of them count once. */
  trips: number;
}

/** Counts the reads of a store or a transaction. */
class MeteredReader implements StoreReader {
  protected readonly meter: Meter;
  readonly #reader: StoreReader;

  constructor(reader: StoreReader, meter: Meter) {
    this.#reader = reader;
    this.meter = meter;
  }

  get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    this.meter.cost.reads++;
    return this.meter.trip(this.#reader.get<T>(path));
  }

  getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    if (paths.length === 0) return Promise.resolve([]);
    this.meter.cost.reads += paths.length;
    return this.meter.trip(this.#reader.getMany<T>(paths));
  }

  async getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    if (paths.length === 0) return [];
    const docs = await this.meter.trip(this.#reader.getExisting<T>(paths));
    const existing = new Set(paths.filter((_, i) => docs[i]));
    for (const lookup of lookupsOf(paths))
      this.meter.cost.reads += Math.max(1, lookup.paths.filter((path) => existing.has(path)).length);
    return docs;
  }

  async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    const result = await this.meter.trip(this.#reader.query<T>(query));
    this.meter.cost.reads += Math.max(1, result.docsRead ?? result.docs.length);
    return result;
  }
}

/** A store that adds the cost of its operations to `cost`. */
export class MeteredStore extends MeteredReader implements Store {
  readonly kind: Store["kind"];
  readonly hasLocalIndexes: boolean;
  readonly hasHotspots: boolean;
  readonly findsNamed: boolean;
  readonly remembers: boolean;
  readonly #store: Store;

  constructor(store: Store, cost: Cost) {
    super(store, new Meter(cost));
    this.#store = store;
    this.kind = store.kind;
    this.hasLocalIndexes = store.hasLocalIndexes;
    this.hasHotspots = store.hasHotspots;
    this.findsNamed = store.findsNamed;
    this.remembers = store.remembers;
  }

  async getRecent<T extends DocData>(path: string, options: RecentOptions<T>): Promise<Doc<T> | undefined> {
    let isRead = false;
    const onRead = () => {
      isRead = true;
      options.onRead?.();
    };
    const reading = this.#store.getRecent<T>(path, { ...options, onRead });
    if (!isRead) return reading;
    this.meter.cost.reads++;
    return this.meter.trip(reading);
  }

  foreignWrites(collection: string, since?: number): ForeignWrites | undefined {
    return this.#store.foreignWrites(collection, since);
  }

  lastVersion(): string | undefined {
    return this.#store.lastVersion();
  }

  count(query: Query): Promise<number> {
    this.meter.cost.reads++;
    return this.meter.trip(this.#store.count(query));
  }

  async transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    let last: MeteredTransaction | undefined;
    const result = await this.#store.transact((tx) => {
      last = new MeteredTransaction(tx, this.meter);
      return body(last);
    });
    const writes = (last as MeteredTransaction | undefined)?.writes ?? 0;
    this.meter.cost.writes += writes;
    if (writes > 0) this.meter.cost.trips++;
    return result;
  }

  async commit(writes: Write[]): Promise<void> {
    await this.meter.trip(this.#store.commit(writes));
    this.meter.cost.writes += writes.length;
  }

  untilVisible(maxAge: number): Promise<void> {
    return this.#store.untilVisible(maxAge);
  }

  bulk(writes: Iterable<Write> | AsyncIterable<Write>): Promise<void> {
    const { cost } = this.meter;
    async function* counted() {
      for await (const write of writes) {
        cost.writes++;
        yield write;
      }
    }
    return this.meter.trip(this.#store.bulk(counted()));
  }

  /** Each delivered document counts as a read. */
  watch<T extends DocData>(query: WatchQuery, listener: Listener<T>): () => void {
    const { cost } = this.meter;
    cost.trips++;
    return this.#store.watch<T>(query, {
      next(changeSet) {
        cost.reads += changeSet.changes.filter(({ type }) => type !== "removed").length;
        return listener.next(changeSet);
      },
      error: (error) => listener.error(error),
    });
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

class MeteredTransaction extends MeteredReader implements Transaction {
  readonly isTransaction = true;
  writes = 0;
  readonly #tx: Transaction;

  constructor(tx: Transaction, meter: Meter) {
    super(tx, meter);
    this.#tx = tx;
  }

  override getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.getMany<T>(paths);
  }

  create(...args: Parameters<Transaction["create"]>): void {
    this.writes++;
    this.#tx.create(...args);
  }

  set(...args: Parameters<Transaction["set"]>): void {
    this.writes++;
    this.#tx.set(...args);
  }

  merge(...args: Parameters<Transaction["merge"]>): void {
    this.writes++;
    this.#tx.merge(...args);
  }

  update(...args: Parameters<Transaction["update"]>): void {
    this.writes++;
    this.#tx.update(...args);
  }

  delete(...args: Parameters<Transaction["delete"]>): void {
    this.writes++;
    this.#tx.delete(...args);
  }
}

class Meter {
  readonly cost: Cost;
  #round = { hasAnswer: true };

  constructor(cost: Cost) {
    this.cost = cost;
  }

  /** A call made after the first answer of a round may depend on that answer, so it counts as another round trip. */
  trip<T>(call: Promise<T>): Promise<T> {
    if (this.#round.hasAnswer) {
      this.cost.trips++;
      this.#round = { hasAnswer: false };
    }
    const round = this.#round;
    const end = () => {
      round.hasAnswer = true;
    };
    // Registered before the caller's own handlers, so that the answer is noted when the caller continues.
    call.then(end, end);
    return call;
  }
}
