import { Feed, watchKey } from "#store/feed";
import { splitPath } from "#store/paths";
import type { Doc, Listener, Query, WatchQuery } from "#store/port";
import type { Database } from "./database.ts";
import { type Extent, summarize, versionsIn } from "./extent.ts";
import type { Queries } from "./queries.ts";

/** What the watches read from. */
export interface WatchSource {
  db: Database;
  queries: Queries;
  /** Runs reads that see one state of the file. @throws ApiError UNAVAILABLE */
  reading<T>(read: () => T): T;
  read(paths: string[]): (Doc | undefined)[];
  query(query: Query): Doc[];
}

/** A query with how far it has been read. */
interface WatchedQuery {
  query: WatchQuery;
  extent: Extent;
  feed: Feed;
  /** Number of the commit; undefined: not read yet. */
  upTo: number | undefined;
}

/** What a reading has found out about the documents of a query. */
interface Found {
  present: Doc[];
  /** Paths. */
  gone: string[];
}

/** A collection of which queries are watched. */
export class WatchedCollection {
  readonly #source: WatchSource;
  readonly #onEmpty: () => void;
  readonly #queries = new Map<string, WatchedQuery>();
  readonly #touched = new Set<string>();

  /** @param onEmpty called when none of its queries is watched any more. */
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

  /** A commit of this process has written the document. */
  touch(path: string): void {
    this.#touched.add(path);
  }

  /**
   * Reads what has changed.
   * @param now number of the last commit that the reading sees.
   * @param foreign number of the last one that another process may have made: what it wrote is not among the touched.
   * @returns tells the listeners, outside of the reading.
   */
  look(now: number, foreign: number): (() => void)[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    const docs = this.#source.read(touched).filter((doc) => doc !== undefined);
    const tell: (() => void)[] = [];
    for (const watched of this.#queries.values()) {
      const { present, gone } = this.#find(watched, foreign, touched, docs);
      const isFirst = watched.upTo === undefined;
      watched.upTo = now;
      if (isFirst || present.length > 0 || gone.length > 0)
        tell.push(() => watched.feed.update(present, gone, String(now)));
    }
    return tell;
  }

  #find(watched: WatchedQuery, foreign: number, touched: string[], docs: Doc[]): Found {
    const { query, extent, feed, upTo } = watched;
    if (upTo === undefined) return { present: this.#source.query(query), gone: [] };
    if (upTo < foreign) return this.#compare(watched);
    const present = docs.filter(({ data }) => extent.holds(data));
    const paths = new Set(present.map(({ path }) => path));
    return { present, gone: touched.filter((path) => feed.docs.has(path) && !paths.has(path)) };
  }

  /** What another process may have changed shows in the versions. */
  #compare({ query: { collection }, extent, feed: { docs }, upTo = 0 }: WatchedQuery): Found {
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
