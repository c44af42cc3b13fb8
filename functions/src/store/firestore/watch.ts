import type { Firestore, QuerySnapshot } from "firebase-admin/firestore";
import { ApiError } from "#platform/error";
import { Feed, watchKey } from "#store/feed";
import type { Listener, Store, WatchQuery } from "#store/port";
import { checkQuery } from "#store/query-plan";
import type { IndexFile, Tree } from "#store/tree";
import { toDoc, toVersion } from "./convert.ts";
import { answer } from "./errors.ts";
import { toQuery } from "./query.ts";

/** What the watches need to know. */
interface Ground {
  firestore: Firestore;
  tree: Tree;
  /** Composite indexes. */
  indexes: IndexFile["indexes"];
}

/**
 * The watches over one client: one stream for each query, however many listen. The client mends broken streams itself and
 * gives up on failures that last, such as a database that is gone.
 */
export class FirestoreWatches {
  readonly #ground: Ground;
  readonly #feeds = new Map<string, { feed: Feed; stop: () => void }>();
  #isClosed = false;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  watch: Store["watch"] = ({ collection, where, orderBy }, listener) => {
    const query = { collection, ...(where && { where }), ...(orderBy && { orderBy }) };
    checkQuery(this.#ground.tree, this.#ground.indexes, query);
    const key = watchKey(query);
    const { feed } = this.#feeds.get(key) ?? this.#listen(key, query);
    return feed.add(listener as Listener);
  };

  #listen(key: string, query: WatchQuery): { feed: Feed } {
    const feed = new Feed(() => this.#drop(key, feed));
    if (this.#isClosed) {
      queueMicrotask(() => feed.fail(closed()));
      return { feed };
    }
    const stop = toQuery(this.#ground.firestore, query).onSnapshot(
      (snapshot) => tell(feed, snapshot),
      (error) => this.#fail(key, feed, error),
    );
    const listened = { feed, stop };
    this.#feeds.set(key, listened);
    return listened;
  }

  #drop(key: string, feed: Feed): void {
    const listened = this.#feeds.get(key);
    if (listened?.feed !== feed) return;
    this.#feeds.delete(key);
    listened.stop();
  }

  /** Its key is free before anybody is told: who listens again gets another stream. */
  #fail(key: string, feed: Feed, error: Error): void {
    this.#drop(key, feed);
    answer(Promise.reject(error)).catch((told: unknown) => feed.fail(told));
  }

  /** Ends all. The client can't be terminated before. */
  close(): void {
    this.#isClosed = true;
    const all = [...this.#feeds];
    for (const [key, { feed }] of all) this.#drop(key, feed);
    for (const [, { feed }] of all) feed.fail(closed());
  }
}

function closed(): ApiError {
  return new ApiError("UNAVAILABLE", "The store is closed.");
}

function tell(feed: Feed, snapshot: QuerySnapshot): void {
  const changes = snapshot.docChanges();
  const present = changes.filter(({ type }) => type !== "removed").map(({ doc }) => toDoc(doc));
  feed.update(
    present.filter((doc) => doc !== undefined),
    changes.filter(({ type }) => type === "removed").map(({ doc }) => doc.ref.path),
    toVersion(snapshot.readTime),
  );
}
