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

/** A value inside a document. Dates may stand anywhere; `undefined` fields are left out. */
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
  /** Documents that were read, where they are more than the page holds. */
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
   * As `getMany`, for documents most of which are missing. Firestore bills those that exist and at least one for each collection
   * name, and may read them at different moments of the round trip. In a transaction it is `getMany`.
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
  /** Only the document with this id, if there is one; then without `where` and `orderBy`. */
  id?: string;
  /** Only documents whose ids come after this one, in the order of their bytes; then without `id`, `where` and `orderBy`. */
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
   * Receives first all documents, possibly none, then changes. The next call waits until the returned promise has settled,
   * and combines the changes of the meantime. When it throws or rejects, its watch ends with that error.
   */
  next(changeSet: ChangeSet<T>): unknown;
  /** The watch has ended with an error, an `ApiError` if a caller can act on it. Called at most once, last. Must not throw. */
  error(error: unknown): void;
}

/** How `getRecent` reads. */
export interface RecentOptions<T extends DocData = DocData> {
  /** How old the result may be, in ms. */
  maxAge: number;
  /** Whether a result may be remembered: one that others would soon replace is better read again. */
  remembers(doc: Doc<T> | undefined): boolean;
  /** Called when a document is read for it. */
  onRead?(): void;
}

/** A store for code that only reads. */
export interface ReadableStore extends StoreReader {
  /**
   * Whether `getRecent` may answer from memory. Where it always reads, a document is better read together with others.
   */
  readonly remembers: boolean;
  /**
   * Whether it finds documents by the people that they name, with a filter on `NAMED`: those that this version has written. Where
   * reads cost a few µs and no money, it is cheaper to go through everything than to keep one more index.
   */
  readonly findsNamed: boolean;
  /**
   * The document as it was at some moment of the last `maxAge` ms, for what changes rarely. What this process has committed is
   * seen at once. Where reads are billed, `RecentStore` remembers it and reads a document once in that time.
   */
  getRecent<T extends DocData = DocData>(path: DocRef<T>, options: RecentOptions<T>): Promise<Doc<T> | undefined>;
  /**
   * Number of the last commit that may be of another process, as the reads of this turn see it: while it stays, this process knows of
   * all commits. Undefined where only reading shows what others do.
   */
  lastForeignCommit(): number | undefined;
  /**
   * Number of documents that the query matches, within its `limit` and `after`. Of several thousands that change meanwhile it may
   * be a number that was right at no single moment.
   */
  count(query: Query): Promise<number>;
  /**
   * Delivers all documents that the query matches, then every change of them, commit by commit. Nothing is missed or
   * delivered twice, but rapid states of one document may be merged, and a write without effect may appear as a change.
   * The changes of one commit arrive in one call. Watches of one query share their reads and their documents in memory.
   *
   * To resume from an earlier `version`, use the documents of the first call that are newer (`isNewer` in `versions.ts`);
   * documents missing from that call have been removed.
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
  /** Whether it has the indexes that the tree declares as local. A store without them deletes by TTL what they would find. */
  readonly hasLocalIndexes: boolean;
  /**
   * Whether it slows down where many transactions meet: at neighbouring keys, such as ids and times that rise, and at a document
   * that many read in a transaction, because they lock it. Busy tenants then write to several ranges of keys.
   */
  readonly hasHotspots: boolean;
  /**
   * Runs `body` as one atomic transaction. The body may run several times, so it must have no side effects. It waits for
   * nothing but the store: what else it needs it asks for by a `NeedsPreparation`.
   */
  transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Applies all writes or none. At most 500. */
  commit(writes: Write[]): Promise<void>;
  /**
   * Resolves when no process takes from `getRecent` with this `maxAge` any more what was replaced before the call: at once on a
   * store that remembers nothing.
   */
  untilSeen(maxAge: number): Promise<void>;
  /** Applies many writes in batches, in any order. Rejects with the first failure; applied writes stay. */
  bulk(writes: Iterable<Write> | AsyncIterable<Write>): Promise<void>;
  /** Flushes, ends all watches and closes the file or connection. */
  close(): Promise<void>;
}
