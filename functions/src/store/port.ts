/**
 * The document store: shaped like Firestore, smaller than Firestore. Documents live at slash paths inside collections.
 *
 * What every adapter guarantees, checked by one contract suite (`functions/testing/suites/store/contract.ts`):
 * - A transaction is serialisable. It reads before it writes. When a document or a query result that it read was changed
 *   by another commit, it runs again (jittered; at most 5 runs on Firestore, 20 on SQLite), then fails with ABORTED.
 * - `commit` is all or nothing, and an acknowledged write survives `kill -9` and a restart.
 * - A document is at most 1 MiB, holds no array directly inside an array and nests at most 20 levels.
 * - Strings order by UTF-8 bytes. Values of different types order null < boolean < number < date < string.
 *   Ties order by document id. Documents that lack an ordered or filtered field are left out of a query.
 * - A query that needs a composite index which is not declared is refused: FAILED_PRECONDITION naming the index.
 * - A watch delivers every committed state or a later one, in order, and the changes of one transaction together.
 * - Errors are `ApiError`: NOT_FOUND (update of a missing document), ALREADY_EXISTS (create), FAILED_PRECONDITION
 *   (a precondition or an index), ABORTED (contention), INVALID_ARGUMENT (a limit), UNAVAILABLE (full disk, lost connection).
 */

/** A value inside a document. Dates may occur anywhere; `undefined` fields are left out. */
export type Value = null | boolean | number | string | Date | Value[] | { [key: string]: Value | undefined };

/** The fields of a document. Keys are ours, never a customer's: free-form JSON is kept as text in one field. */
export type DocData = { [field: string]: Value | undefined };

/** A document as read. */
export interface Doc<T extends DocData = DocData> {
  /** Whole slash path, ids encoded (see `paths.ts`). */
  path: string;
  /** The caller's own id, decoded. */
  id: string;
  data: T;
  /** Changes whenever the document does, and never repeats for one path. Versions order by commit (`versions.ts`). */
  version: string;
}

declare const docType: unique symbol;

/** A document's path that carries the type of the document, at compile time only. A plain string refers to unknown fields. */
export type DocRef<T extends DocData = DocData> = string & { readonly [docType]?: T };

/** The documents at references, in their order; undefined for a missing one. */
export type DocsOf<Refs extends readonly string[]> = {
  [i in keyof Refs]: Doc<Refs[i] extends { readonly [docType]?: infer T extends DocData } ? T : DocData> | undefined;
};

/** One condition. `in` takes at most 30 values; `array-contains` matches one element. */
export interface Filter {
  field: string;
  op: "==" | "<" | "<=" | ">" | ">=" | "in" | "array-contains";
  value: Value;
}

/** One sort key. */
export interface OrderBy {
  field: string;
  direction: "asc" | "desc";
}

/** Position after a document: the values of the `orderBy` fields, then the document's path. JSON, so it can go into a page token. */
export type Cursor = (null | boolean | number | string | { date: number })[];

/** Which documents, in which order. Range filters are on one field, which is then the first `orderBy`. */
export type Query = {
  where?: Filter[];
  /** Default: by document id, ascending. The id breaks ties in the direction of the last key. */
  orderBy?: OrderBy[];
  /** Maximum number of documents. */
  limit?: number;
  /** Approximate maximum size of the page in stored bytes; a page holds at least one document. */
  maxBytes?: number;
  /** Continue behind this position of the same query. */
  after?: Cursor;
  /** Return these fields only. */
  select?: string[];
} & (
  | { collection: string }
  /** All collections of this name below the document `under`, whose collection the tree declares as the group's scope. */
  | { group: string; under: string }
);

/** A page of a query. */
export interface QueryResult<T extends DocData = DocData> {
  docs: Doc<T>[];
  /** Present when `limit` or `maxBytes` was reached: more may follow. */
  cursor?: Cursor;
  /** Number of documents read, if more than the page holds. */
  docsRead?: number;
}

/** Condition of a write. If it does not hold, the whole commit fails with FAILED_PRECONDITION. */
export interface Precondition {
  exists?: boolean;
  version?: string;
}

/** Field value for `merge` and `update` that removes the field. */
export const REMOVE = Symbol("remove field");

/** Fields to change; `REMOVE` removes one. */
export type Patch = { [field: string]: Value | undefined | typeof REMOVE };

/** One change. A commit names each document at most once. */
export type Write =
  /** Creates the document; ALREADY_EXISTS when it exists. */
  | { op: "create"; path: string; data: DocData }
  /** Replaces the document. */
  | { op: "set"; path: string; data: DocData; precondition?: Precondition }
  /** Merges maps deeply; replaces all other values, an empty map included; creates a missing document. */
  | { op: "merge"; path: string; data: Patch; precondition?: Precondition }
  /** Replaces the named top-level fields; NOT_FOUND when the document is missing. */
  | { op: "update"; path: string; data: Patch; precondition?: Precondition }
  /** Deletes the document; succeeds when it does not exist. */
  | { op: "delete"; path: string; precondition?: Precondition };

/** Reads documents, inside or outside a transaction. */
export interface StoreReader {
  /** Set inside a transaction, where all reads are consistent. */
  readonly isTransaction?: true;
  /** The document, or undefined. */
  get<T extends DocData = DocData>(path: DocRef<T>): Promise<Doc<T> | undefined>;
  /** One result per path, in order, in one round trip. */
  getMany<Refs extends string[]>(paths: [...Refs]): Promise<DocsOf<Refs>>;
  getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]>;
  /**
   * Like `getMany`, for documents most of which are missing: Firestore bills the existing ones, and at least one read
   * per 30 paths of a collection name, and may read them at different moments. In a transaction it is `getMany`.
   */
  getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]>;
  /** One page of a query. @throws ApiError INVALID_ARGUMENT or FAILED_PRECONDITION for a query that no index serves. */
  query<T extends DocData = DocData>(query: Query): Promise<QueryResult<T>>;
}

/** A transaction: it reads first, then writes. The writes are applied together when the body has returned. */
export interface Transaction extends StoreReader {
  readonly isTransaction: true;
  create(path: string, data: DocData): void;
  set(path: string, data: DocData): void;
  merge(path: string, data: Patch): void;
  update(path: string, data: Patch): void;
  delete(path: string): void;
}

/** The documents of one collection to watch. It needs the same index as the equal query. */
export interface WatchQuery {
  collection: string;
  /** Only the document with this id, if it exists. Can't be combined with `afterId`, `where` or `orderBy`. */
  id?: string;
  /** Only documents whose ids come after this one, in byte order. Can't be combined with `id`, `where` or `orderBy`. */
  afterId?: string;
  where?: Filter[];
  /** Documents that lack one of the fields are left out. The order of changes is not guaranteed. */
  orderBy?: OrderBy[];
}

/** How a document entered the result, changed in it or left it since the last delivery. */
export interface DocChange<T extends DocData = DocData> {
  type: "added" | "modified" | "removed";
  /** The current document; a removed one as last read. All listeners share the object: do not change it. */
  doc: Doc<T>;
}

/** The changes that a listener receives in one call. */
export interface ChangeSet<T extends DocData = DocData> {
  /** At most one change per document. */
  changes: DocChange<T>[];
  /** All commits up to this version have been delivered. */
  version: string;
}

/** Receives changes. It is never called before `watch` has returned, nor after the watch was stopped. */
export interface Listener<T extends DocData = DocData> {
  /**
   * Receives first all documents, possibly none, then changes. The next call waits until the returned promise has
   * settled, and combines the changes made meanwhile. When it throws or rejects, its watch ends with that error.
   */
  next(changeSet: ChangeSet<T>): unknown;
  /** The watch has ended with an error, an `ApiError` if a caller can act on it. Called at most once, last. Must not throw. */
  error(error: unknown): void;
}

/** How `getRecent` reads. */
export interface RecentOptions<T extends DocData = DocData> {
  /** How old the result may be, in ms. */
  maxAge: number;
  /** Whether a result may be remembered. One that will soon be replaced should be read again instead. */
  remembers(doc: Doc<T> | undefined): boolean;
  /** Called when the document is read from the store, not from memory. */
  onRead?(): void;
}

/** What other processes have written to a collection. */
export interface ForeignWrites {
  /** Number of the last commit that another process may have made to any collection. */
  upTo: number;
  /**
   * Paths of the documents that commits after `since` have written or deleted, some perhaps more than once. Undefined if
   * there may be others, and without `since`.
   */
  paths?: readonly string[] | undefined;
}

/** A store for code that only reads. */
export interface ReadableStore extends StoreReader {
  /**
   * Whether `getRecent` may answer from memory. If it always reads, it is better to read the document together with others.
   */
  readonly remembers: boolean;
  /**
   * Whether a filter on `NAMED` finds documents by the people whom they name; only documents that this version has
   * written. Where reads cost a few µs and no money, scanning everything is cheaper than one more index.
   */
  readonly findsNamed: boolean;
  /**
   * The document as it was at some moment of the last `maxAge` ms, for documents that change rarely. Commits of this
   * process are seen at once. Where reads are billed, `RecentStore` remembers a document and reads it once per `maxAge`.
   */
  getRecent<T extends DocData = DocData>(path: DocRef<T>, options: RecentOptions<T>): Promise<Doc<T> | undefined>;
  /**
   * What other processes have written to a collection, as seen by the reads of this turn. A process that remembers
   * documents of the collection need not read them all again to learn of that.
   * @param since `upTo` of an earlier call.
   * @returns undefined if only reading reveals what other processes do.
   */
  foreignWrites(collection: string, since?: number): ForeignWrites | undefined;
  /**
   * Version of the last commit that a read of this turn sees, whichever process has made it.
   * @returns undefined if only reading reveals it.
   */
  lastVersion(): string | undefined;
  /**
   * Number of documents that the query matches, within its `limit` and `after`. If several thousand match and some
   * change meanwhile, the number may not have been right at any single moment.
   */
  count(query: Query): Promise<number>;
  /**
   * Delivers all documents that the query matches, then every change of them, commit by commit. Nothing is missed or
   * delivered twice, but rapid states of one document may be merged, and a write without effect may appear as a change.
   * The changes of one commit arrive in one call. Watches of one query share their reads and their documents in memory.
   *
   * To resume from an earlier `version`, use the documents of the first call that are newer (`isNewer` in
   * `versions.ts`); documents missing from that call have been removed.
   * @returns a function that stops the watch.
   * @throws ApiError INVALID_ARGUMENT or FAILED_PRECONDITION as `query` does. UNAVAILABLE goes to `error`, also when the
   *   store is closed: watch again.
   */
  watch<T extends DocData = DocData>(query: WatchQuery, listener: Listener<T>): () => void;
}

/** The document store. */
export interface Store extends ReadableStore {
  /** Which adapter this is, for `GET /health`. */
  readonly kind: "sqlite" | "firestore";
  /** Whether it has the indexes that the tree declares as local. A store without them deletes expired documents by TTL. */
  readonly hasLocalIndexes: boolean;
  /**
   * Whether many concurrent transactions slow it down at neighbouring keys, such as rising ids and times, or at one
   * document that they all read and therefore lock. Busy tenants then spread their writes over several ranges of keys.
   */
  readonly hasHotspots: boolean;
  /**
   * Runs `body` as one atomic transaction. The body may run several times, so it must have no side effects. It waits
   * only for the store; to wait for anything else, it throws a `NeedsPreparation`.
   */
  transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Applies all writes or none. At most 500. */
  commit(writes: Write[]): Promise<void>;
  /**
   * Resolves when `getRecent` with this `maxAge` no longer returns, in any process, a document that was replaced before
   * this call. Resolves at once on a store that remembers nothing.
   */
  untilVisible(maxAge: number): Promise<void>;
  /** Applies many writes in batches, in any order. Rejects with the first failure; applied writes stay. */
  bulk(writes: Iterable<Write> | AsyncIterable<Write>): Promise<void>;
  /** Flushes, ends all watches and closes the file or connection. */
  close(): Promise<void>;
}
