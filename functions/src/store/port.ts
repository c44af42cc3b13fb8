/**
 * The document store: shaped like Firestore, smaller than Firestore. Documents live at slash paths inside collections.
 *
 * What every adapter guarantees, checked by one contract suite (`functions/testing/suites/store/contract.ts`):
 * - A transaction is serialisable. It reads before it writes. When a document or a query result that it read was changed
 *   by another commit, it runs again (jittered, at most five times), then fails with ABORTED.
 * - `commit` is all or nothing, and an acknowledged write survives `kill -9` and a restart.
 * - A document is at most 1 MiB, holds no array directly inside an array and nests at most 20 levels.
 * - Strings order by UTF-8 bytes. Values of different types order null < boolean < number < date < string.
 *   Ties order by document id. Documents that lack an ordered or filtered field are left out of a query.
 * - A query that needs a composite index which is not declared is refused: FAILED_PRECONDITION naming the index.
 * - A watch tells every committed state or a later one, in order, and the changes of one transaction together.
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
  /** Changes whenever the document does; never the same twice for one path. Versions order by commit (`versions.ts`). */
  version: string;
}

declare const docType: unique symbol;

/** A document's path that knows, for the compiler alone, what stands there. Any path is one of a document of unknown fields. */
export type DocRef<T extends DocData = DocData> = string & { readonly [docType]?: T };

/** The documents at references, in their order; undefined for what is not there. */
type DocsOf<Refs extends readonly string[]> = {
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
  /** At most so many documents. */
  limit?: number;
  /** Ends the page early where its documents take more bytes, about as they are stored; always one document at least. */
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
}

/** What must hold for a write to be applied, else FAILED_PRECONDITION and nothing of the commit is applied. */
export interface Precondition {
  exists?: boolean;
  version?: string;
}

/** Field value for `merge` and `update`: takes the field away. */
export const REMOVE = Symbol("remove field");

/** Fields to change; `REMOVE` takes one away. */
export type Patch = { [field: string]: Value | undefined | typeof REMOVE };

/** One change. A commit names each document at most once. */
export type Write =
  /** Fails with ALREADY_EXISTS when the document is there. */
  | { op: "create"; path: string; data: DocData }
  /** Replaces the document. */
  | { op: "set"; path: string; data: DocData; precondition?: Precondition }
  /** Merges maps deeply, replaces all other values and by an empty map, makes the document when missing. */
  | { op: "merge"; path: string; data: Patch; precondition?: Precondition }
  /** Replaces the named top-level fields; NOT_FOUND when the document is missing. */
  | { op: "update"; path: string; data: Patch; precondition?: Precondition }
  /** Deleting what is not there succeeds. */
  | { op: "delete"; path: string; precondition?: Precondition };

/** Reads. */
export interface StoreReader {
  /** Set where all that is read is of one moment, and about to be changed. */
  readonly isTransaction?: true;
  /** The document, or undefined. */
  get<T extends DocData = DocData>(path: DocRef<T>): Promise<Doc<T> | undefined>;
  /** One answer per path, in order. One round trip. */
  getMany<Refs extends string[]>(paths: [...Refs]): Promise<DocsOf<Refs>>;
  getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]>;
  query<T extends DocData = DocData>(query: Query): Promise<QueryResult<T>>;
}

/** Inside `transact`: reads first, then writes, which are applied together when the body has returned. */
export interface Transaction extends StoreReader {
  readonly isTransaction: true;
  create(path: string, data: DocData): void;
  set(path: string, data: DocData): void;
  merge(path: string, data: Patch): void;
  update(path: string, data: Patch): void;
  delete(path: string): void;
}

/** Which documents of one collection are watched. It needs the index that a query of the kind needs. */
export interface WatchQuery {
  collection: string;
  where?: Filter[];
  /** Documents that lack one of the fields are left out. In which order changes are told is not promised. */
  orderBy?: OrderBy[];
}

/** How a document came into the result, changed there or left it, beside what was told before. */
export interface DocChange<T extends DocData = DocData> {
  type: "added" | "modified" | "removed";
  /** As it is now; a removed one as it was last read. All listeners are given the same object: it must stay as it is. */
  doc: Doc<T>;
}

/** What one call of a listener tells. */
export interface ChangeSet<T extends DocData = DocData> {
  /** One per document at most. */
  changes: DocChange<T>[];
  /** Everything that was committed up to this version has been told. */
  version: string;
}

/** Who is told of changes. Never called before `watch` has returned, nor after it was stopped. */
export interface Listener<T extends DocData = DocData> {
  /**
   * First all documents, if only none, then what has changed. The next call comes when what it returns has settled; what
   * happens meanwhile is told in one. When it throws, its watch ends with what it has thrown.
   */
  next(told: ChangeSet<T>): unknown;
  /** The watch has ended: the last call, once at most. An `ApiError` where a caller can act on the cause. Must not throw. */
  error(error: unknown): void;
}

/** What those who only read have of a store. */
export interface ReadableStore extends StoreReader {
  /** Number of documents that the query matches; its `limit` and `after` hold. */
  count(query: Query): Promise<number>;
  /**
   * Tells of all documents that the query matches and, commit after commit, of every change of them. Nothing is missed or
   * told twice, but states of a document that follow each other fast may be merged, and a write that leaves a document as
   * it is may be told as a change or not. What one commit changes in the collection is told in one call. Watches of one
   * query share what is read: thousands cost as much as one. The documents are kept in memory meanwhile.
   *
   * Who comes back with the `version` last told (`isNewer` in `versions.ts`) takes the documents of the first call that are
   * newer; what is not among its documents any more has been removed.
   * @returns stops the watch.
   * @throws ApiError INVALID_ARGUMENT or FAILED_PRECONDITION as `query` does. UNAVAILABLE is told to `error`, also when the
   *   store is closed: watch again.
   */
  watch<T extends DocData = DocData>(query: WatchQuery, listener: Listener<T>): () => void;
}

/** The port. */
export interface Store extends ReadableStore {
  /** Which adapter this is, for `GET /health`. */
  readonly kind: "sqlite" | "firestore";
  /** Runs `body` until its reads and writes apply as one. The body may run several times: no side effects in it. */
  transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Applies all writes or none. At most 500. */
  commit(writes: Write[]): Promise<void>;
  /** Applies many writes, in batches, in no promised order. Rejects with the first failure; what was applied stays. */
  bulk(writes: Iterable<Write> | AsyncIterable<Write>): Promise<void>;
  /** Flushes, ends all watches and lets go of the file or connection. */
  close(): Promise<void>;
}
