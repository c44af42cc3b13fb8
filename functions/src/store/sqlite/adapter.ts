import { TimeSlice } from "#platform/async/time-slice";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import { type Metrics, noMetrics } from "#platform/observability/metrics";
import { withLocalIndexes } from "#store/local-indexes";
import { collectionName } from "#store/paths";
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
} from "#store/port";
import { checkPath, checkWrites } from "#store/rules";
import type { IndexFile, Tree } from "#store/tree";
import { CHECKPOINT_PAGES, Checkpoints, openCheckpointThread } from "./checkpoints.ts";
import { Collections } from "./collections.ts";
import { CommitQueue } from "./commit/commit-queue.ts";
import { FlushedReads } from "./commit/flushed-reads.ts";
import { type Log, openLog, WalFlush } from "./commit/wal-flush.ts";
import { WriteJournal } from "./commit/write-journal.ts";
import {
  type Database,
  DataFileError,
  explain,
  isSqliteError,
  openDatabase,
  openDatabaseSnapshot,
} from "./database.ts";
import { Indexes } from "./indexes.ts";
import { decodeDocument } from "./json.ts";
import { Queries } from "./queries.ts";
import { Rows } from "./rows.ts";
import { SlicedReads } from "./sliced-reads.ts";
import { Transactions } from "./transactions.ts";
import { ForeignCommits } from "./watch/foreign-commits.ts";
import type { WatchSource } from "./watch/watched-collection.ts";
import { Watches } from "./watch/watches.ts";
import { prepareWrite, Writer } from "./writer.ts";

const BULK_BATCH_SIZE = 500;
/** Length of a text from which preparing its write is slow enough to check the time slice. */
const LARGE_TEXT = 64 * 1024;
/** Maximum number of turns that such a write waits for a slice of its own. */
const MAX_TURNS = 20;
/** SQLite's result code for a write through a read-only connection. */
const READ_ONLY = 8;

/** Options of the adapter. */
export interface SqliteOptions {
  /** Path of the data file; created when missing. */
  file: string;
  tree: Tree;
  /** Composite indexes, from `firestore.indexes.json`. */
  indexes: IndexFile["indexes"];
  /** Refuses a file without tables, so that lost data is not mistaken for a new file. */
  isEmptyRefused?: boolean;
  /** For a store in memory (`:memory:`): the bytes of a data file to begin with. */
  image?: Uint8Array;
  /** Timer of the polling for commits of other processes. Default: the timer of the process. */
  timer?: SetTimer;
  /** Whether others keep the file open, too: commits then name in it what they write, so that the others need not look for it. */
  isShared?: boolean;
  /** How long reads may block the event loop. Default: 5 ms. */
  slice?: TimeSlice;
  /** Pages in the log from which on they are moved into the data file; 0: another program does that. Default: 8000. */
  checkpointPages?: number;
  /** Where the figures of commits go. Default: nowhere. */
  metrics?: Metrics;
  /** Told of commits that could not be made, such as on a full disk; must not throw. */
  onCommitFailed?: (error: unknown) => void;
  /**
   * Told once, with a message for the operator, that the disk has failed to confirm commits: the store is of no use any more,
   * and the process has to end. Default: the error ends the process, as one that nobody has caught.
   */
  onFlushFailed?: (error: Error) => void;
  /** Opens the log of the data file for flushing it, if it has one. Default: in the thread pool of the process. */
  openLog?: (db: Database, file: string) => Log | undefined;
}

/**
 * Opens the store over one SQLite file, which several processes may share.
 * @throws DataFileError with a message for the operator when the file can't be used.
 */
export async function openSqliteStore(declared: SqliteOptions): Promise<Store> {
  const options = withLocalIndexes(declared);
  const db = openDatabase(options.file, options);
  const collections = new Collections(db);
  const indexes = prepareIndexes(db, collections, options);
  return new SqliteStore({ db, collections, indexes, log: openLogOf(db, options) }, options);
}

/** @throws DataFileError */
function openLogOf(db: Database, options: SqliteOptions): Log | undefined {
  try {
    return (options.openLog ?? openLog)(db, options.file);
  } catch (error) {
    db.close();
    throw new DataFileError(
      `The log of ${options.file} can't be opened (${(error as Error).message}). Check the folder's permissions.`,
    );
  }
}

/** @throws DataFileError when the tables can't be read or written. */
function prepareIndexes(db: Database, collections: Collections, { file, tree, indexes }: SqliteOptions): Indexes {
  try {
    db.exec("BEGIN IMMEDIATE");
    const declared = new Indexes(db, tree, indexes);
    indexExistingDocuments(db, collections, declared);
    db.exec("COMMIT");
    return declared;
  } catch (error) {
    db.close();
    throw isSqliteError(error) ? new DataFileError(explain(file, error)) : error;
  }
}

/** A read-only view of the data file at one moment. */
export type Snapshot = StoreReader & Pick<Store, "count" | "close">;

/**
 * Opens an existing data file as it is now, for reading only: later commits are not seen, nothing is made or changed.
 * @throws DataFileError with a message for the operator when the file can't be used.
 */
export async function openSqliteSnapshot(declared: SqliteOptions): Promise<Snapshot> {
  const options = withLocalIndexes(declared);
  return new SqliteStore(openForReading(options), options);
}

/** The parts of a snapshot. @throws DataFileError */
export function openForReading(options: SqliteOptions) {
  const { file, tree, indexes } = withLocalIndexes(options);
  const db = openDatabaseSnapshot(file);
  try {
    return { db, collections: new Collections(db), indexes: new Indexes(db, tree, indexes) };
  } catch (error) {
    db.close();
    if (!isSqliteError(error)) throw error;
    throw (error.errcode ?? 0) % 256 === READ_ONLY
      ? new DataFileError(`${file} was written by an earlier Atrium. Start the server once to bring it up to date.`)
      : new DataFileError(explain(file, error));
  }
}

/** An open data file. */
interface DataFile {
  db: Database;
  collections: Collections;
  indexes: Indexes;
  /** What brings commits to disk; undefined for a store in memory and for a snapshot. */
  log?: Log | undefined;
}

class SqliteStore implements Store {
  readonly kind = "sqlite";
  readonly hasLocalIndexes = true;
  readonly hasHotspots = false;
  readonly findsNamed = false;
  readonly remembers = false;
  readonly #db: Database;
  readonly #queries: Queries;
  readonly #rows: Rows;
  readonly #reads: SlicedReads;
  readonly #flushedReads: FlushedReads;
  readonly #commits: CommitQueue;
  readonly #flush: WalFlush;
  readonly #checkpoints: Checkpoints;
  readonly #watches: Watches;
  readonly #foreign: ForeignCommits;
  readonly #slice: TimeSlice;
  readonly #tree: Tree;
  readonly #transactions: Transactions;

  constructor({ db, collections, indexes, log }: DataFile, options: SqliteOptions) {
    const { tree, timer = hostTimer, slice = new TimeSlice(), metrics = noMetrics, onCommitFailed } = options;
    const flush = new WalFlush(log, options.onFlushFailed ?? endProcess);
    this.#flush = flush;
    this.#db = db;
    this.#slice = slice;
    this.#queries = new Queries(db, collections, indexes, tree, options.indexes);
    this.#tree = tree;
    this.#rows = new Rows(db, collections);
    const journal = new WriteJournal(db, collections, options.isShared ?? false);
    const foreign = new ForeignCommits({
      db,
      rows: this.#rows,
      flush,
      journal,
      onSeen: (written, last) => this.#watches.committedElsewhere(written, last),
    });
    this.#foreign = foreign;
    this.#reads = new SlicedReads({ db, tree, slice, queries: this.#queries, indexes, rows: this.#rows, foreign });
    this.#flushedReads = new FlushedReads(this.#reads, flush);
    const source: WatchSource = {
      db,
      queries: this.#queries,
      reading: (read) => this.#reads.reading(read),
      read: (paths) => this.#reads.readNow(paths),
      query: async (query) => (await this.#reads.query(query)).result.docs,
    };
    this.#transactions = new Transactions({
      source: {
        read: (paths) => this.#reads.getMany(paths),
        query: (query) => this.#reads.query(query),
        version: (path) => this.#rows.versionForCommit(path),
        fingerprint: (query) => this.#reads.fingerprint(query),
      },
      flush,
      reading: (read) => this.#reads.reading(read),
      push: (writes, validate, onMade) => this.#push(writes, validate, onMade),
    });
    const watches = new Watches(source, timer, { foreign, flush });
    const writer = new Writer(db, collections, indexes, this.#rows);
    this.#watches = watches;
    this.#checkpoints = new Checkpoints(db, {
      pages: options.checkpointPages ?? CHECKPOINT_PAGES,
      openThread: (onDone) => openCheckpointThread(options.file, onDone),
    });
    const [rows, checkpoints] = [this.#rows, this.#checkpoints];
    const parts = { db, collections, rows, writer, checkpoints, flush, foreign, journal, metrics, onCommitFailed };
    this.#commits = new CommitQueue(parts, (commits) => watches.committed(commits));
  }

  get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return this.#flushedReads.get<T>(path);
  }

  /** Reads it: here that costs nothing but a few µs, and no other process's commit is missed. */
  getRecent<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return this.get<T>(path);
  }

  async untilSeen(): Promise<void> {}

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

  lastForeignCommit(): number {
    return this.#reads.reading(() => this.#foreign.last);
  }

  transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transactions.run(body);
  }

  async commit(writes: Write[]): Promise<void> {
    await this.#push(writes);
  }

  #push(writes: Write[], validate?: () => void, onMade?: () => void): Promise<void> {
    checkWrites(this.#tree, writes);
    if (writes.some(hasLargeText)) return this.#pushLarge(writes, validate, onMade);
    return this.#commits.push(writes.map(prepareWrite), validate, onMade);
  }

  async #pushLarge(writes: readonly Write[], validate?: () => void, onMade?: () => void): Promise<void> {
    const prepared: ReturnType<typeof prepareWrite>[] = [];
    for (const write of writes) {
      // Again after each turn, because other commits may have used it up.
      if (hasLargeText(write))
        for (let turn = 0; turn < MAX_TURNS && this.#slice.isOver; turn++) await this.#slice.next();
      prepared.push(prepareWrite(write));
    }
    await this.#commits.push(prepared, validate, onMade);
  }

  async bulk(writes: Iterable<Write> | AsyncIterable<Write>): Promise<void> {
    let batch: ReturnType<typeof prepareWrite>[] = [];
    let paths = new Set<string>();
    for await (const write of writes) {
      checkPath(this.#tree, write.path);
      if (batch.length === BULK_BATCH_SIZE || paths.has(write.path)) {
        await this.#commits.push(batch);
        batch = [];
        paths = new Set();
      }
      batch.push(prepareWrite(write));
      paths.add(write.path);
    }
    if (batch.length > 0) await this.#commits.push(batch);
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
  }
}

/** A host that does not end by itself must not go on. */
function endProcess(error: Error): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Whether a field of the written document is a large text, as those of chunks and threads are. */
function hasLargeText(write: Write): boolean {
  if (write.op === "delete") return false;
  return Object.values(write.data).some((value) => typeof value === "string" && value.length > LARGE_TEXT);
}

/** Adds index entries for documents that were written before their index was declared. */
function indexExistingDocuments(db: Database, collections: Collections, indexes: Indexes): void {
  const names = new Set(indexes.added.map((index) => index.collection));
  if (names.size === 0) return;
  for (const { num, path } of db.statement("SELECT num, path FROM collections").all() as {
    num: number;
    path: string;
  }[]) {
    const name = collectionName(path);
    if (!names.has(name) || path.includes("//")) continue;
    const added = indexes.added.filter((index) => index.collection === name);
    const rows = db.statement("SELECT id, data FROM docs WHERE coll = ?").iterate(num) as Iterable<{
      id: string;
      data: string;
    }>;
    for (const { id, data } of rows)
      for (const entry of indexes.entries(
        collections,
        { path, num, collection: name, id },
        decodeDocument(data),
        added,
      ))
        db.statement("INSERT INTO entries VALUES (?, ?, ?, ?, ?)").run(entry.index, entry.scope, entry.key, num, id);
  }
}
