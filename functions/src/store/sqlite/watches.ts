import { ApiError } from "#platform/error";
import type { SetTimer } from "#platform/timer";
import type { Listener, WatchQuery } from "#store/port";
import type { Committed } from "./commit-queue.ts";
import { WatchedCollection, type WatchSource } from "./watched-collection.ts";

/** Pause before another look for commits of other processes, in ms. */
const INTERVAL = 50;
/** Where many collections are watched and looking takes long, the pause is so many times longer than the last look … */
const REST = 4;
/** … and so many ms at most. */
const LONGEST = 150;

/**
 * The watches of one process. Its own commits name what they change, so only that is read again; commits of others show in
 * the number of the last one, and then the versions in every watched collection are compared.
 */
export class Watches {
  readonly #source: WatchSource;
  readonly #timer: SetTimer;
  #collections = new Map<string, WatchedCollection>();
  /** To be looked at soon. */
  #due = new Set<WatchedCollection>();
  /** Number of the last commit that it knows of. */
  #known = 0;
  /** Of the last one that another process may have made. */
  #foreign = 0;
  /** Of the last one when all collections were compared. */
  #compared = 0;
  #isClosed = false;
  #cancelTimer: (() => void) | undefined;

  constructor(source: WatchSource, timer: SetTimer) {
    this.#source = source;
    this.#timer = timer;
  }

  watch({ collection, where, orderBy }: WatchQuery, listener: Listener): () => void {
    const query = { collection, ...(where && { where }), ...(orderBy && { orderBy }) };
    const extent = this.#source.queries.extent(query);
    const watched = this.#collections.get(collection) ?? this.#add(collection);
    const stop = watched.watch(query, extent, listener);
    this.#lookSoon(watched);
    return stop;
  }

  #add(collection: string): WatchedCollection {
    // Those of now: when all watches end, others take their place.
    const collections = this.#collections;
    const watched = new WatchedCollection(this.#source, () => {
      collections.delete(collection);
      this.#due.delete(watched);
      if (this.#collections.size === 0) this.#rest();
    });
    if (collections.size === 0) this.#wake(INTERVAL);
    collections.set(collection, watched);
    return watched;
  }

  /** A flush has brought these commits to disk, under this number. */
  flushed(sequence: number, commits: readonly Committed[]): void {
    if (this.#collections.size === 0) return;
    if (sequence > this.#known + 1) this.#foreign = sequence - 1;
    this.#known = sequence;
    for (const { writes } of commits)
      for (const { write, collection } of writes) {
        const watched = this.#collections.get(collection);
        watched?.touch(write.path);
        if (watched) this.#lookSoon(watched);
      }
  }

  #lookSoon(watched: WatchedCollection): void {
    // After the flush: whoever waits for the commit goes first, and what several flushes change is read once.
    if (this.#due.size === 0) setImmediate(() => this.#look());
    this.#due.add(watched);
  }

  #wake(pause: number): void {
    this.#cancelTimer = this.#timer(pause, () => {
      const began = performance.now();
      this.#look(true);
      const pause = Math.min(REST * (performance.now() - began), LONGEST);
      if (this.#collections.size > 0) this.#wake(Math.max(INTERVAL, pause));
    });
  }

  #rest(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** Reads what has changed in the collections that are due, or in all that another process may have changed, and tells it. */
  #look(wakes = false): void {
    if (!wakes && this.#due.size === 0) return;
    let tell: (() => void)[];
    try {
      if (this.#isClosed) throw new ApiError("UNAVAILABLE", "The store is closed.");
      tell = this.#source.reading(() => this.#read(wakes));
    } catch (error) {
      this.#fail(error);
      return;
    }
    for (const one of tell) one();
  }

  #read(wakes: boolean): (() => void)[] {
    const now = this.#lastCommit();
    if (now > this.#known) this.#foreign = now;
    this.#known = now;
    const all = wakes && this.#foreign > this.#compared;
    if (all) this.#compared = now;
    const collections = all ? this.#collections.values() : this.#due;
    const tell = Array.from(collections, (watched) => watched.look(now, this.#foreign));
    this.#due = new Set();
    return tell.flat();
  }

  #lastCommit(): number {
    const row = this.#source.db.statement("SELECT value FROM meta WHERE key = 'sequence'").get();
    return (row as { value: number }).value;
  }

  /** Ends all watches. What is watched from now on is watched anew. */
  #fail(error: unknown): void {
    const feeds = [...this.#collections.values()].flatMap((watched) => watched.feeds);
    this.#collections = new Map();
    this.#due = new Set();
    this.#rest();
    for (const feed of feeds) feed.fail(error);
  }

  close(): void {
    this.#isClosed = true;
    this.#fail(new ApiError("UNAVAILABLE", "The store is closed."));
  }
}
