import type {
  Doc,
  DocData,
  Listener,
  Query,
  QueryResult,
  Store,
  StoreReader,
  Transaction,
  WatchQuery,
  Write,
} from "./port.ts";

/** What a request cost, in what a cloud bills and what makes it wait. */
export interface Cost {
  /** Documents read; a query that finds nothing counts one. */
  reads: number;
  writes: number;
  /** Sequential round trips: calls that run side by side count once. */
  trips: number;
}

/** Counts for a reader; a transaction's reads and a store's reads count alike. */
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

  async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    const result = await this.meter.trip(this.#reader.query<T>(query));
    this.meter.cost.reads += Math.max(1, result.docs.length);
    return result;
  }
}

/** Counts what goes through it into `cost`. */
export class MeteredStore extends MeteredReader implements Store {
  readonly kind: Store["kind"];
  readonly #store: Store;

  constructor(store: Store, cost: Cost) {
    super(store, new Meter(cost));
    this.#store = store;
    this.kind = store.kind;
  }

  count(query: Query): Promise<number> {
    this.meter.cost.reads++;
    return this.meter.trip(this.#store.count(query));
  }

  async transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    let writes = 0;
    const result = await this.#store.transact(async (tx) => {
      const metered = new MeteredTransaction(tx, this.meter);
      const returned = await body(metered);
      writes = metered.writes;
      return returned;
    });
    this.meter.cost.writes += writes;
    if (writes > 0) this.meter.cost.trips++;
    return result;
  }

  async commit(writes: Write[]): Promise<void> {
    await this.meter.trip(this.#store.commit(writes));
    this.meter.cost.writes += writes.length;
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

  /** Each document that is told counts as read. */
  watch<T extends DocData>(query: WatchQuery, listener: Listener<T>): () => void {
    const { cost } = this.meter;
    cost.trips++;
    return this.#store.watch<T>(query, {
      next(told) {
        cost.reads += told.changes.filter(({ type }) => type !== "removed").length;
        return listener.next(told);
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

  create(...given: Parameters<Transaction["create"]>): void {
    this.writes++;
    this.#tx.create(...given);
  }

  set(...given: Parameters<Transaction["set"]>): void {
    this.writes++;
    this.#tx.set(...given);
  }

  merge(...given: Parameters<Transaction["merge"]>): void {
    this.writes++;
    this.#tx.merge(...given);
  }

  update(...given: Parameters<Transaction["update"]>): void {
    this.writes++;
    this.#tx.update(...given);
  }

  delete(...given: Parameters<Transaction["delete"]>): void {
    this.writes++;
    this.#tx.delete(...given);
  }
}

class Meter {
  readonly cost: Cost;
  #running = 0;
  readonly #end = () => {
    this.#running--;
  };

  constructor(cost: Cost) {
    this.cost = cost;
  }

  trip<T>(call: Promise<T>): Promise<T> {
    if (this.#running++ === 0) this.cost.trips++;
    // Asked for before the caller can, so it has been counted down when the caller goes on.
    call.then(this.#end, this.#end);
    return call;
  }
}
