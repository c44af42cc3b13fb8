import { TimeSlice } from "#platform/async/time-slice";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import { noMetrics } from "#platform/observability/metrics";
import type {
  Doc,
  DocData,
  ForeignWrites,
  Listener,
  Query,
  QueryResult,
  Store,
  Transaction,
  WatchQuery,
  Write,
} from "#store/port";
import { CHECKPOINT_PAGES, Checkpoints, openCheckpointThread } from "./checkpoints.ts";
import type { Collections } from "./collections.ts";
import { CommitQueue } from "./commit/commit-queue.ts";
import { FlushedReads } from "./commit/flushed-reads.ts";
import { IncomingWrites } from "./commit/incoming-writes.ts";
import { type Log, WalFlush } from "./commit/wal-flush.ts";
import { WriteJournal } from "./commit/write-journal.ts";
import { WriteLock } from "./commit/write-lock.ts";
import type { Database } from "./database.ts";
import type { Indexes } from "./indexes.ts";
import type { SqliteOptions } from "./options.ts";
import { Queries } from "./queries.ts";
import { Rows } from "./rows.ts";
import { SlicedReads } from "./sliced-reads.ts";
import { Transactions } from "./transactions.ts";
import { ForeignCommits } from "./watch/foreign-commits.ts";
import type { WatchSource } from "./watch/watched-collection.ts";
import { Watches } from "./watch/watches.ts";
import { Writer } from "./writer.ts";

/** An open data file. */
interface DataFile {
  db: Database;
  collections: Collections;
  indexes: Indexes;
  /** Flushes commits to disk; undefined for a store in memory and for a snapshot. */
  log?: Log | undefined;
}

/** Never polls, because no other process can change a store in memory. */
const noPolling: SetTimer = () => () => undefined;

/** The store over an open data file; connects its parts. */
export class SqliteStore implements Store {
  readonly kind = "sqlite";
  readonly hasLocalIndexes = true;
  readonly hasHotspots = false;
  readonly findsNamed = false;
  readonly remembers = false;
  readonly #db: Database;
  readonly #reads: SlicedReads;
  readonly #flushedReads: FlushedReads;
  readonly #commits: CommitQueue;
  readonly #writes: IncomingWrites;
  readonly #flush: WalFlush;
  readonly #checkpoints: Checkpoints;
  readonly #watches: Watches;
  readonly #foreign: ForeignCommits;
  readonly #transactions: Transactions;

  constructor({ db, collections, indexes, log }: DataFile, options: SqliteOptions) {
    const { tree, timer = hostTimer, slice = new TimeSlice(), metrics = noMetrics, onCommitFailed } = options;
    const queries = new Queries(db, collections, indexes, tree, options.indexes);
    const rows = new Rows(db, collections);
    const onFlushFailed = options.onFlushFailed ?? endProcess;
    const flush = new WalFlush(log, onFlushFailed);
    const journal = new WriteJournal(db, collections, options.isShared ?? false);
    const foreign = new ForeignCommits({
      ...{ db, rows, flush, journal },
      onSeen: (documents, last) => watches.committedElsewhere(documents, last),
    });
    const reads = new SlicedReads({ db, tree, slice, queries, indexes, rows, foreign });
    const polling = options.file === ":memory:" ? noPolling : timer;
    const watches = new Watches(watchSource(db, queries, reads), polling, { foreign, flush });
    const checkpoints = new Checkpoints(db, {
      pages: options.checkpointPages ?? CHECKPOINT_PAGES,
      openThread: (onDone) => openCheckpointThread(options.file, onDone),
      onSyncFailed: onFlushFailed,
    });
    const writer = new Writer(db, collections, indexes, rows);
    const parts = { db, collections, rows, writer, checkpoints, flush, foreign, journal, metrics, onCommitFailed };
    const lock = new WriteLock(db);
    const commits = new CommitQueue({ ...parts, lock }, (newCommits) => watches.committed(newCommits));
    const writes = new IncomingWrites(tree, slice, commits);
    this.#transactions = new Transactions({
      source: {
        read: (paths) => reads.getMany(paths),
        query: (query) => reads.query(query),
        version: (path) => rows.versionForCommit(path),
        fingerprint: (query) => reads.fingerprint(query),
      },
      flush,
      reading: (read) => reads.reading(read),
      push: (changes, how) => writes.push(changes, how),
    });
    this.#flushedReads = new FlushedReads(reads, flush);
    this.#db = db;
    this.#reads = reads;
    this.#commits = commits;
    this.#writes = writes;
    this.#flush = flush;
    this.#checkpoints = checkpoints;
    this.#watches = watches;
    this.#foreign = foreign;
  }

  get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return this.#flushedReads.get<T>(path);
  }

  /** Always reads the document: that takes only a few µs and misses no other process's commit. */
  getRecent<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return this.get<T>(path);
  }

  async untilVisible(): Promise<void> {}

  getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#flushedReads.getMany<T>(paths);
  }

  getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#flushedReads.getMany<T>(paths);
  }

  query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    return this.#flushedReads.query<T>(query);
  }

  count(query: Query): Promise<number> {
    return this.#flushedReads.count(query);
  }

  foreignWrites(collection: string, since?: number): ForeignWrites {
    return this.#reads.reading(() => this.#foreign.writes(collection, since));
  }

  lastVersion(): string {
    return this.#reads.reading(() => String(this.#foreign.lastKnown));
  }

  transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transactions.run(body);
  }

  async commit(writes: Write[]): Promise<void> {
    await this.#writes.push(writes);
  }

  bulk(writes: Iterable<Write> | AsyncIterable<Write>): Promise<void> {
    return this.#writes.bulk(writes);
  }

  watch<T extends DocData>(query: WatchQuery, listener: Listener<T>): () => void {
    return this.#watches.watch(query, listener as Listener);
  }

  async close(): Promise<void> {
    this.#commits.makeAll();
    this.#watches.close();
    await this.#checkpoints.close();
    await this.#flush.close();
    this.#db.close();
    this.#checkpoints.closeFile();
  }
}

/** The reads that watches use. */
function watchSource(db: Database, queries: Queries, reads: SlicedReads): WatchSource {
  return {
    db,
    queries,
    reading: (read) => reads.reading(read),
    read: (paths) => reads.readNow(paths),
    query: async (query) => (await reads.query(query)).result.docs,
  };
}

/** Throws the error uncaught: a host that does not handle it must not go on. */
function endProcess(error: Error): void {
  queueMicrotask(() => {
    throw error;
  });
}
