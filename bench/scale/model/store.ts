import { AsyncLocalStorage } from "node:async_hooks";
import { ApiError } from "@atrium/functions/platform/error";
import { BufferedTransaction } from "@atrium/functions/store/buffered-transaction";
import { lookupsOf } from "@atrium/functions/store/lookups";
import type {
  Doc,
  DocData,
  Query,
  QueryResult,
  RecentOptions,
  Store,
  Transaction,
  Write,
} from "@atrium/functions/store/port";
import { withPreparation } from "@atrium/functions/store/preparation";
import { checkData, checkWrites } from "@atrium/functions/store/rules";
import { type IndexFile, tree } from "@atrium/functions/store/tree";
import type { VirtualTime } from "../virtual-time.ts";
import { Documents, type Stretch } from "./documents.ts";
import { HotRanges } from "./hot-ranges.ts";
import { type Holder, Locks } from "./locks.ts";
import type { Usage } from "./usage.ts";

/** How long a read and a commit take within a region, in ms. */
const READ_MS = 6;
const COMMIT_MS = 14;
/** Attempts of a transaction and the first pause between two, in ms, as in the Firestore adapter. */
const ATTEMPTS = 5;
const FIRST_PAUSE = 200;

/** The request or task that work belongs to. */
export interface Origin {
  name: string;
  hasReplied: boolean;
}

/** Marks work with the request that it belongs to. */
export const origins = new AsyncLocalStorage<Origin>();

/**
 * A model of Firestore in virtual time: it has latency, locks and index entries, and counts what Firestore's limits
 * bound.
 */
export class ModelStore implements Store {
  readonly kind = "firestore";
  readonly hasLocalIndexes = false;
  readonly hasHotspots = true;
  readonly findsNamed = false;
  readonly remembers = false;
  readonly docs: Documents;
  readonly #time: VirtualTime;
  readonly #usage: Usage;
  readonly #locks: Locks;
  readonly #ranges: HotRanges;

  constructor(time: VirtualTime, usage: Usage, indexes: IndexFile["indexes"]) {
    this.#time = time;
    this.#usage = usage;
    this.docs = new Documents(tree, indexes);
    this.#locks = new Locks();
    this.#ranges = new HotRanges((range, perSecond) => usage.report("range", range, perSecond));
  }

  async get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return (await this.getMany<T>([path]))[0];
  }

  getRecent<T extends DocData>(path: string, { onRead }: RecentOptions): Promise<Doc<T> | undefined> {
    onRead?.();
    return this.get<T>(path);
  }

  async untilVisible(): Promise<void> {}

  foreignWrites(): undefined {}

  lastVersion(): undefined {}

  async getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    if (paths.length === 0) return [];
    await this.#read(paths.length);
    return paths.map((path) => this.docs.get(path) as Doc<T> | undefined);
  }

  async getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    if (paths.length === 0) return [];
    await this.#read(0);
    for (const lookup of lookupsOf(paths))
      this.#usage.reads += Math.max(1, lookup.paths.filter((path) => this.docs.get(path)).length);
    return paths.map((path) => this.docs.get(path) as Doc<T> | undefined);
  }

  async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    return (await this.#query<T>(query)).result;
  }

  async #query<T extends DocData>(query: Query): Promise<{ result: QueryResult<T>; stretches: Stretch[] }> {
    await this.#read(0);
    const { result, stretches } = this.docs.query(query);
    this.#usage.reads += Math.max(1, result.docs.length);
    return { result: result as QueryResult<T>, stretches };
  }

  async #read(documents: number): Promise<void> {
    this.#check();
    this.#usage.reads += documents;
    await this.#time.pause(READ_MS);
  }

  #check(): void {
    const origin = origins.getStore();
    if (origin?.hasReplied) this.#usage.add("afterReply", origin.name);
  }

  async count(query: Query): Promise<number> {
    return (await this.query({ ...query, select: [] })).docs.length;
  }

  watch(): () => void {
    return () => {};
  }

  transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return withPreparation(body, (prepared) => this.#transact(prepared));
  }

  async #transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const holder = this.#locks.open();
      try {
        const tx = new ModelTransaction(holder, {
          read: (paths) => this.#lockedRead(holder, paths),
          query: (query) => this.#lockedQuery(holder, query),
        });
        const result = await body(tx);
        if (tx.writes.length > 0) await this.#apply(holder, tx.writes);
        return result;
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "ABORTED") || attempt === ATTEMPTS) throw error;
        this.#usage.conflicts++;
      } finally {
        this.#locks.release(holder);
      }
      await this.#time.pause(FIRST_PAUSE * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  async #lockedRead(holder: Holder, paths: string[]): Promise<(Doc | undefined)[]> {
    for (const path of paths) {
      this.#usage.locked(path);
      await this.#locks.share(holder, path);
    }
    return this.getMany(paths);
  }

  async #lockedQuery(holder: Holder, query: Query): Promise<QueryResult> {
    const { result, stretches } = await this.#query(query);
    for (const { path } of result.docs) await this.#locks.share(holder, path);
    // The locked documents fix a full page, whatever is written after it.
    if (result.cursor === undefined) this.#locks.shareStretches(holder, stretches);
    return result;
  }

  /** Commits under exclusive locks. */
  async #apply(holder: Holder, writes: readonly Write[]): Promise<void> {
    this.#check();
    checkWrites(tree, writes);
    for (const write of writes) if (write.op !== "delete") checkData(write.data);
    for (const { path } of writes) await this.#locks.exclude(holder, path);
    await this.#locks.excludeEntries(holder, () => this.docs.entriesOf(writes));
    await this.#time.pause(COMMIT_MS);
    const { added } = this.docs.apply(writes);
    for (const { range, key } of added) this.#ranges.write(range, key, this.#time.now());
    for (const { op, path } of writes) {
      this.#usage.wrote(path);
      if (op === "delete") this.#usage.deletes++;
      else this.#usage.writes++;
    }
  }

  async commit(writes: Write[]): Promise<void> {
    const holder = this.#locks.open();
    try {
      await this.#apply(holder, writes);
    } finally {
      this.#locks.release(holder);
    }
  }

  async bulk(writes: Iterable<Write> | AsyncIterable<Write>): Promise<void> {
    for await (const write of writes) await this.commit([write]);
  }

  async close(): Promise<void> {}
}

/** The reads of a transaction. */
interface LockedReads {
  read(paths: string[]): Promise<(Doc | undefined)[]>;
  query(query: Query): Promise<QueryResult>;
}

class ModelTransaction extends BufferedTransaction {
  readonly holder: Holder;
  readonly #reads: LockedReads;

  constructor(holder: Holder, reads: LockedReads) {
    super();
    this.holder = holder;
    this.#reads = reads;
  }

  async getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    this.checkOrder();
    return (await this.#reads.read(paths)) as (Doc<T> | undefined)[];
  }

  async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    this.checkOrder();
    return (await this.#reads.query(query)) as QueryResult<T>;
  }
}
