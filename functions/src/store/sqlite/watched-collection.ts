import { Feed, watchKey } from "#store/feed";
import { encodeId, splitPath } from "#store/paths";
import type { Doc, Listener, Query, WatchQuery } from "#store/port";
import type { Database } from "./database.ts";
import { type Extent, summarize, versionsIn } from "./extent.ts";
import type { Queries } from "./queries.ts";

/** The reads of watches. */
export interface WatchSource {
  db: Database;
  queries: Queries;
  /** Runs reads that see one state of the file. @throws ApiError UNAVAILABLE */
  reading<T>(read: () => T): T;
  read(paths: string[]): (Doc | undefined)[];
  query(query: Query): Doc[];
}

/** A watched query, and how far it has been read. */
interface WatchedQuery {
  query: WatchQuery;
  extent: Extent;
  feed: Feed;
  /** Number of the last commit that was read; undefined before the first read. */
  upTo: number | undefined;
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
  readonly #queries = new Map<string, WatchedQuery>();
  readonly #written = new Set<string>();

  /** @param onEmpty called when no query is watched any more. */
  constructor(source: WatchSource, onEmpty: () => void) {
    this.#source = source;
    this.#onEmpty = onEmpty;
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
      watched = { query, extent, feed, upTo: undefined };
      this.#queries.set(key, watched);
    }
    return watched.feed.add(listener);
  }

  /** Records that a commit of this process has written the document. */
  touch(path: string): void {
    this.#written.add(path);
  }

  /**
   * Reads changes.
   * @param now number of the last commit that this read sees.
   * @param foreign number of the last commit that may be of another process, whose writes are not recorded here.
   * @returns functions that notify the listeners, to be called after the read.
   */
  readChanges(now: number, foreign: number): (() => void)[] {
    const written = [...this.#written];
    this.#written.clear();
    const docs = this.#source.read(written).filter((doc) => doc !== undefined);
    const notifications: (() => void)[] = [];
    for (const watched of this.#queries.values()) {
      const { present, gone } = this.#find(watched, foreign, written, docs);
      const isFirst = watched.upTo === undefined;
      watched.upTo = now;
      if (isFirst || present.length > 0 || gone.length > 0)
        notifications.push(() => watched.feed.update(present, gone, String(now)));
    }
    return notifications;
  }

  #find(watched: WatchedQuery, foreign: number, written: string[], docs: Doc[]): Changes {
    const { query, extent, feed, upTo } = watched;
    if (upTo === undefined) return { present: this.#readAll(query), gone: [] };
    if (upTo < foreign) return this.#compare(watched);
    const present = docs.filter((doc) => extent.matches(doc));
    const paths = new Set(present.map(({ path }) => path));
    return { present, gone: written.filter((path) => feed.docs.has(path) && !paths.has(path)) };
  }

  #readAll({ collection, id, ...query }: WatchQuery): Doc[] {
    if (id === undefined) return this.#source.query({ collection, ...query });
    return this.#source.read([`${collection}/${encodeId(id)}`]).filter((doc) => doc !== undefined);
  }

  /** Finds changes of other processes by comparing versions. */
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
