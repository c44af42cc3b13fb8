import { Feed, watchKey } from "#store/feed";
import { encodeId, splitPath } from "#store/paths";
import type { Doc, Listener, Query, WatchQuery } from "#store/port";
import { type Database, lastCommit } from "../database.ts";
import { type Extent, summarize, versionsIn } from "../extent.ts";
import type { Queries } from "../queries.ts";

/** The reads of watches. */
export interface WatchSource {
  db: Database;
  queries: Queries;
  /** Runs reads that see one state of the file. @throws ApiError UNAVAILABLE */
  reading<T>(read: () => T): T;
  read(paths: string[]): (Doc | undefined)[];
  /** All documents of a query, as they are in the turn in which the promise resolves. It may take several turns. */
  query(query: Query): Promise<Doc[]>;
}

/** A watched query, and how far it has been read. */
interface WatchedQuery {
  query: WatchQuery;
  extent: Extent;
  feed: Feed;
  /** Number of the last commit that was read; undefined before the first read has ended. */
  upTo: number | undefined;
  /** Whether the first read has begun. */
  isBegun: boolean;
}

/** Changes in the result of a query. */
interface Changes {
  present: Doc[];
  /** Paths. */
  gone: string[];
}

/** The watched queries of one collection. */
export class WatchedCollection {
  readonly #source: WatchSource;
  readonly #onEmpty: () => void;
  readonly #onFailed: (error: unknown) => void;
  readonly #queries = new Map<string, WatchedQuery>();
  readonly #written = new Set<string>();

  /** @param onEmpty called when the last query is no longer watched. @param onFailed called when a first read has failed. */
  constructor(source: WatchSource, onEmpty: () => void, onFailed: (error: unknown) => void) {
    this.#source = source;
    this.#onEmpty = onEmpty;
    this.#onFailed = onFailed;
  }

  get feeds(): Feed[] {
    return Array.from(this.#queries.values(), ({ feed }) => feed);
  }

  watch(query: WatchQuery, extent: Extent, listener: Listener): () => void {
    const key = watchKey(query);
    let watched = this.#queries.get(key);
    if (!watched) {
      const feed = new Feed(() => {
        this.#queries.delete(key);
        if (this.#queries.size === 0) this.#onEmpty();
      });
      watched = { query, extent, feed, upTo: undefined, isBegun: false };
      this.#queries.set(key, watched);
    }
    return watched.feed.add(listener);
  }

  /** Records that a commit has written the document. */
  touch(path: string): void {
    this.#written.add(path);
  }

  /**
   * Reads changes, and starts the first reads of new queries.
   * @param now number of the last commit that this read sees.
   * @param unknown number of the last commit whose writes may not be recorded here.
   * @returns functions that notify the listeners, to be called after the read.
   */
  readChanges(now: number, unknown: number): (() => void)[] {
    const writtenPaths = [...this.#written];
    this.#written.clear();
    const docs = this.#source.read(writtenPaths).filter((doc) => doc !== undefined);
    const notifications: (() => void)[] = [];
    for (const watched of this.#queries.values()) {
      if (watched.upTo === undefined) {
        if (!watched.isBegun) void this.#readFirst(watched);
        continue;
      }
      const { present, gone } = this.#find(watched, unknown, writtenPaths, docs);
      watched.upTo = now;
      if (present.length > 0 || gone.length > 0)
        notifications.push(() => watched.feed.update(present, gone, String(now)));
    }
    return notifications;
  }

  #find(watched: WatchedQuery, unknown: number, writtenPaths: string[], docs: Doc[]): Changes {
    const { extent, feed, upTo = 0 } = watched;
    if (upTo < unknown) return this.#compare(watched);
    const present = docs.filter((doc) => extent.matches(doc));
    const paths = new Set(present.map(({ path }) => path));
    return { present, gone: writtenPaths.filter((path) => feed.docs.has(path) && !paths.has(path)) };
  }

  async #readFirst(watched: WatchedQuery): Promise<void> {
    watched.isBegun = true;
    try {
      const docs = await this.#readAll(watched.query);
      // This is still the turn of the last read, so it has seen everything up to this commit.
      watched.upTo = lastCommit(this.#source.db);
      watched.feed.update(docs, [], String(watched.upTo));
    } catch (error) {
      if ([...this.#queries.values()].includes(watched)) this.#onFailed(error);
    }
  }

  async #readAll({ collection, id, afterId, ...query }: WatchQuery): Promise<Doc[]> {
    const from = afterId === undefined ? {} : { after: [`${collection}/${encodeId(afterId)}`] };
    if (id === undefined) return this.#source.query({ collection, ...query, ...from });
    return this.#source.read([`${collection}/${encodeId(id)}`]).filter((doc) => doc !== undefined);
  }

  /** Finds changes by comparing versions, when the writes of a commit are unknown. */
  #compare({ query: { collection }, extent, feed: { docs }, upTo = 0 }: WatchedQuery): Changes {
    const { count, latest } = summarize(this.#source.db, extent);
    if (count === docs.size && latest <= upTo) return { present: [], gone: [] };
    const versions = versionsIn(this.#source.db, extent);
    const changed: string[] = [];
    for (const [id, version] of versions) {
      const path = `${collection}/${id}`;
      if (docs.get(path)?.version !== String(version)) changed.push(path);
    }
    const gone = [...docs.keys()].filter((path) => !versions.has(splitPath(path).id));
    return { present: this.#source.read(changed).filter((doc) => doc !== undefined), gone };
  }
}
