import type { Firestore, QuerySnapshot } from "firebase-admin/firestore";
import { ApiError } from "#platform/error";
import { Feed, toWatchQuery, watchKey } from "#store/feed";
import type { Doc, Listener, Store, WatchQuery } from "#store/port";
import { checkWatch } from "#store/query-plan";
import type { IndexFile, Tree } from "#store/tree";
import { isNewer } from "#store/versions";
import { toDoc, toVersion } from "./convert.ts";
import { answer } from "./errors.ts";
import { toWatchedQuery } from "./query.ts";

/** Dependencies of `FirestoreWatches`. */
interface WatchOptions {
  firestore: Firestore;
  tree: Tree;
  /** Composite indexes. */
  indexes: IndexFile["indexes"];
}

/**
 * The watches over one client, with one stream per query, whatever the number of listeners. The client reconnects
 * broken streams itself and gives up on permanent failures, such as a deleted database.
 */
export class FirestoreWatches {
  readonly #options: WatchOptions;
  readonly #feeds = new Map<string, { feed: Feed; stop: () => void }>();
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  watch: Store["watch"] = (watched, listener) => {
    const query = toWatchQuery(watched);
    checkWatch(this.#options.tree, this.#options.indexes, query);
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
    const stop = toWatchedQuery(this.#options.firestore, query).onSnapshot(
      (snapshot) => update(feed, snapshot),
      (error) => this.#fail(key, feed, error),
    );
    const subscription = { feed, stop };
    this.#feeds.set(key, subscription);
    return subscription;
  }

  #drop(key: string, feed: Feed): void {
    const subscription = this.#feeds.get(key);
    if (subscription?.feed !== feed) return;
    this.#feeds.delete(key);
    subscription.stop();
  }

  /** Removes the feed before it reports the error, so that a listener that watches again gets a new stream. */
  #fail(key: string, feed: Feed, error: Error): void {
    this.#drop(key, feed);
    answer(Promise.reject(error)).catch((reason: unknown) => feed.fail(reason));
  }

  /** Ends all watches, which must happen before the client is terminated. */
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

function update(feed: Feed, snapshot: QuerySnapshot): void {
  const changes = snapshot.docChanges();
  const present = changes.filter(({ type }) => type !== "removed").map(({ doc }) => toDoc(doc));
  const docs = present.filter((doc) => doc !== undefined);
  feed.update(
    docs.filter((doc) => !isKnownNewer(feed, doc)),
    changes.filter(({ type }) => type === "removed").map(({ doc }) => doc.ref.path),
    toVersion(snapshot.readTime),
  );
}

/** Whether the feed holds a newer state: Google's emulator also sends older states to a watch that begins during commits. */
function isKnownNewer(feed: Feed, { path, version }: Doc): boolean {
  const knownDoc = feed.docs.get(path);
  return knownDoc !== undefined && isNewer(knownDoc.version, version);
}
