import type { SetTimer } from "#platform/async/timer";
import { ApiError } from "#platform/error";
import { toWatchQuery } from "#store/feed";
import type { Listener, WatchQuery } from "#store/port";
import type { Committed } from "../commit/commit-queue.ts";
import type { WalFlush } from "../commit/wal-flush.ts";
import type { WrittenDocument } from "../commit/write-journal.ts";
import { FlushedListener } from "./flushed-listener.ts";
import type { ForeignCommits } from "./foreign-commits.ts";
import { WatchedCollection, type WatchSource } from "./watched-collection.ts";

/** Interval of polling for commits of other processes, in ms. */
const INTERVAL = 50;
/** If polling takes long, the next pause is at least this many times longer than the last poll … */
const REST = 4;
/** … but at most this many ms. */
const MAX_PAUSE = 150;

/**
 * The watches of one process. After its own commits, and after other processes' commits whose writes are recorded, only
 * the written documents are read again. After any other commit the versions in every watched collection are compared.
 */
export class Watches {
  readonly #source: WatchSource;
  readonly #timer: SetTimer;
  #collections = new Map<string, WatchedCollection>();
  /** Collections to read next. */
  #due = new Set<WatchedCollection>();
  readonly #foreign: ForeignCommits;
  readonly #flush: WalFlush;
  /** Number of the last commit whose writes are unknown. */
  #unknown = 0;
  /** Number of the last commit when all collections were compared. */
  #compared = 0;
  #isClosed = false;
  #cancelTimer: (() => void) | undefined;

  constructor(source: WatchSource, timer: SetTimer, { foreign, flush }: { foreign: ForeignCommits; flush: WalFlush }) {
    this.#source = source;
    this.#timer = timer;
    this.#foreign = foreign;
    this.#flush = flush;
  }

  watch(watch: WatchQuery, listener: Listener): () => void {
    const query = toWatchQuery(watch);
    const { collection } = query;
    const extent = this.#source.queries.extent(query);
    const watched = this.#collections.get(collection) ?? this.#add(collection);
    const flushed = new FlushedListener(listener, this.#flush);
    const stop = watched.watch(query, extent, flushed);
    this.#readSoon(watched);
    return () => {
      flushed.end();
      stop();
    };
  }

  #add(collection: string): WatchedCollection {
    // The current map, because ending all watches replaces it.
    const collections = this.#collections;
    const onEmpty = () => {
      collections.delete(collection);
      this.#due.delete(watched);
      if (this.#collections.size === 0) this.#stopPolling();
    };
    const watched = new WatchedCollection(this.#source, onEmpty, (error) => this.#fail(error));
    if (collections.size === 0) this.#pollAfter(INTERVAL);
    collections.set(collection, watched);
    return watched;
  }

  /** Records commits of this process. They are read at once, and reported when they are on disk. */
  committed(commits: readonly Committed[]): void {
    if (this.#collections.size === 0) return;
    for (const { writes } of commits) this.#touch(writes);
  }

  /** Records commits of other processes. @param documents undefined if unknown. @param last number of the last commit. */
  committedElsewhere(documents: readonly WrittenDocument[] | undefined, last: number): void {
    if (documents) this.#touch(documents);
    else this.#unknown = last;
  }

  #touch(documents: Iterable<Pick<WrittenDocument, "write" | "collection">>): void {
    for (const { write, collection } of documents) {
      const watched = this.#collections.get(collection);
      watched?.touch(write.path);
      if (watched) this.#readSoon(watched);
    }
  }

  #readSoon(watched: WatchedCollection): void {
    // Deferred, so that the callers of the commits continue first and several groups of commits share one read.
    if (this.#due.size === 0) setImmediate(() => this.#deliver());
    this.#due.add(watched);
  }

  #pollAfter(pause: number): void {
    this.#cancelTimer = this.#timer(pause, () => {
      const began = performance.now();
      this.#deliver(true);
      const pause = Math.min(REST * (performance.now() - began), MAX_PAUSE);
      if (this.#collections.size > 0) this.#pollAfter(Math.max(INTERVAL, pause));
    });
  }

  #stopPolling(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** Reads changes of the due collections, or of all after a commit of another process, and notifies the listeners. */
  #deliver(isPoll = false): void {
    if (!isPoll && this.#due.size === 0) return;
    let notifications: (() => void)[];
    try {
      if (this.#isClosed) throw new ApiError("UNAVAILABLE", "The store is closed.");
      notifications = this.#source.reading(() => this.#read(isPoll));
    } catch (error) {
      this.#fail(error);
      return;
    }
    for (const notify of notifications) notify();
  }

  #read(isPoll: boolean): (() => void)[] {
    const now = this.#foreign.lastKnown;
    const all = isPoll && this.#unknown > this.#compared;
    if (all) this.#compared = now;
    const collections = all ? this.#collections.values() : this.#due;
    const notifications = Array.from(collections, (watched) => watched.readChanges(now, this.#unknown));
    this.#due = new Set();
    return notifications.flat();
  }

  /** Ends all watches with an error; later watches start afresh. */
  #fail(error: unknown): void {
    const feeds = [...this.#collections.values()].flatMap((watched) => watched.feeds);
    this.#collections = new Map();
    this.#due = new Set();
    this.#stopPolling();
    for (const feed of feeds) feed.fail(error);
  }

  close(): void {
    this.#isClosed = true;
    this.#fail(new ApiError("UNAVAILABLE", "The store is closed."));
  }
}
