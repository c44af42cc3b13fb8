import { type StoredThread, unpackSummary, unpackThread } from "#domain/comments/store/stored-thread";
import { toCommentAnnotation } from "#domain/comments/to-comment-annotation";
import { StreamBatch, StreamEvent } from "#domain/live/stream-events";
import { toLiveState } from "#domain/presence/store/live-state";
import { TimeSlice } from "#platform/async/time-slice";
import type { SetTimer } from "#platform/async/timer";
import type { KeyCall } from "#src/call";
import type { ChangeSet, Doc, WatchQuery } from "#store/port";
import {
  type Change,
  type FeedItem,
  type FeedPlace,
  type Mark,
  markText,
  newerThan,
  type Source,
  type SourceDocs,
  sourceQueries,
  sources,
} from "./document-sources.ts";
import { InboxFeed } from "./inbox-feed.ts";
import { PlaceWatch } from "./place-watch.ts";
import { PresenceFeed } from "./presence-feed.ts";

/** Number of changes in one read above which they are processed in portions, so that others can use the event loop. */
const MANY = 20;

/** Receives the changes of a document. */
export interface FeedListener {
  next(batch: StreamBatch): void;
  /** As of `PlaceListener`. */
  gone(): void;
  /** Access to the document may have changed. */
  accessChanged(): void;
  /** Called last, when the feed has failed. */
  error(error: unknown): void;
}

/** The feed of one document, shared by its streams: however many there are, the document is read once. */
export class DocumentFeed {
  /** Settles when everything has been read for the first time. @throws ApiError as `watch` does */
  readonly whenRead: Promise<void>;
  /** Settles when the feed ends because the watch of its store failed. */
  readonly whenFailed: Promise<void>;
  readonly #call: KeyCall;
  readonly #place: FeedPlace;
  readonly #items = new Map<string, FeedItem>();
  readonly #presence: PresenceFeed;
  readonly #inbox: InboxFeed;
  /** When a change that may have ended access was last seen, in ms on the monotonic clock. */
  #accessChangedAt = Number.NEGATIVE_INFINITY;
  /** The same for a document that was gone. */
  #goneAt = Number.NEGATIVE_INFINITY;
  readonly #mark: Partial<Record<Source, string>> = {};
  readonly #listeners = new Set<FeedListener>();
  readonly #read = Promise.withResolvers<void>();
  readonly #failed = Promise.withResolvers<void>();
  /** Converts the changed documents of each source to changes for the listeners. */
  readonly #changesOf: { [S in Source]: (doc: Doc<SourceDocs[S]>, isGone: boolean) => Change[] } = {
    presence: (doc, isGone) => this.#presence.change(doc, isGone),
    liveState: (doc, isGone) => {
      const read = isGone ? {} : { read: () => toLiveState(doc) };
      return [{ event: new StreamEvent("livestate", doc.id, read), versions: [["liveState", doc.version]] }];
    },
    threads: (doc, isGone) => [{ event: this.#threadEvent(doc, isGone), versions: [["threads", doc.version]] }],
    notifications: (doc, isGone) => this.#inbox.notificationChanged(doc, isGone),
    inbox: (doc, isGone) => this.#inbox.entryChanged(doc, isGone),
  };
  #holders = 0;
  #error: { cause: unknown } | undefined;
  #stops: (() => void)[] = [];
  #isStopped = false;
  readonly #slice = new TimeSlice();

  constructor(call: KeyCall, place: FeedPlace, timer: SetTimer) {
    this.#call = call;
    this.#place = place;
    this.#presence = new PresenceFeed(call, timer, (events) => this.#emit(events));
    this.#inbox = new InboxFeed(call, place.organizationId);
    this.whenRead = this.#read.promise;
    this.whenFailed = this.#failed.promise;
    // Prevents an unhandled rejection when nobody awaits it.
    this.whenRead.catch(() => undefined);
    const queries = sourceQueries(call, place);
    try {
      for (const source of sources) this.#watch(source, queries[source]);
      const placeWatch = new PlaceWatch(call, place, {
        gone: () => this.#gone(),
        changed: () => this.#accessChanged(),
        failed: (error) => this.#fail(error),
      });
      this.#stops.push(() => placeWatch.stop());
    } catch (error) {
      this.#fail(error);
    }
  }

  get size(): number {
    return this.#items.size;
  }

  get isEmpty(): boolean {
    return this.#listeners.size + this.#holders === 0;
  }

  /** The position of the feed, as the id of an event. */
  get id(): string {
    return markText(this.#mark as Mark);
  }

  /** All current items of the document. */
  get items(): Iterable<FeedItem> {
    return this.#items.values();
  }

  /** Returns a test of whether an item has changed after a mark. */
  newerThan(mark: string | undefined): (item: FeedItem) => boolean {
    const isNewer = newerThan(mark, this.#mark as Mark, this.#call.store.lastVersion());
    return ({ versions }) => versions.some(([source, version]) => isNewer(source, version));
  }

  /** Whether access may have changed since a decision about it. @param decidedAt in ms on the monotonic clock. */
  hasAccessChangedSince(decidedAt: number): boolean {
    return this.#accessChangedAt >= decidedAt;
  }

  /** Whether the document was gone since a decision about it. @param decidedAt as of `hasAccessChangedSince`. */
  wasGoneSince(decidedAt: number): boolean {
    return this.#goneAt >= decidedAt;
  }

  /** Keeps the feed from counting as empty until a listener is added. @returns a function that ends the hold. */
  hold(): () => void {
    this.#holders++;
    return () => void this.#holders--;
  }

  /** Adds a listener. @returns a function that removes it. @throws the error with which the feed has failed. */
  add(listener: FeedListener): () => void {
    if (this.#error) throw this.#error.cause;
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#presence.stop();
  }

  #watch<S extends Source>(source: S, query: WatchQuery): void {
    const changesOf = this.#changesOf[source];
    const next = async ({ changes, version }: ChangeSet<SourceDocs[S]>) => {
      let events: Change[] = [];
      if (changes.length > MANY) await this.#slice.next();
      for (const { type, doc } of changes) {
        if (changes.length > MANY && this.#slice.isOver) {
          this.#emit(events);
          events = [];
          await this.#slice.next();
        }
        if (this.#isStopped) return;
        events.push(...changesOf(doc, type === "removed"));
      }
      this.#next(source, version, events);
      // Commits that arrive while the streams are written become one batch.
      await new Promise((resolve) => setImmediate(resolve));
    };
    this.#stops.push(this.#call.store.watch(query, { next, error: (error) => this.#fail(error) }));
  }

  #next(source: Source, version: string, changes: readonly Change[]): void {
    this.#mark[source] = version;
    this.#emit(changes);
    if (sources.every((name) => this.#mark[name] !== undefined)) this.#read.resolve();
  }

  #threadEvent(doc: Doc<StoredThread>, isGone: boolean): StreamEvent {
    const { visibility } = unpackSummary(doc.data);
    if (isGone) return new StreamEvent("comment", doc.id, { visibility });
    const owner = { apiKey: this.#call.apiKey.apiKeyId, organizationId: this.#place.organizationId };
    return new StreamEvent("comment", doc.id, {
      visibility,
      read: () => toCommentAnnotation(unpackThread(doc), owner),
    });
  }

  #emit(changes: readonly Change[]): void {
    const added = new Set<StreamEvent>();
    const events = changes.filter((change) => this.#keep(change, added) && !change.isQuiet).map(({ event }) => event);
    if (events.length === 0 || this.#listeners.size === 0) return;
    const batch = new StreamBatch(events, this.id, added);
    for (const listener of this.#listeners) listener.next(batch);
  }

  /** Updates the current items. @returns false when a removed item did not exist. */
  #keep({ event, versions }: Change, added: Set<StreamEvent>): boolean {
    const key = `${event.key} ${event.userId ?? ""}`;
    if (event.isRemoved) return this.#items.delete(key);
    if (!this.#items.has(key)) added.add(event);
    this.#items.set(key, { event, versions });
    return true;
  }

  #gone(): void {
    this.#goneAt = this.#call.monotonic();
    for (const listener of this.#listeners) listener.gone();
  }

  #accessChanged(): void {
    this.#accessChangedAt = this.#call.monotonic();
    for (const listener of this.#listeners) listener.accessChanged();
  }

  #fail(error: unknown): void {
    this.stop();
    this.#error = { cause: error };
    this.#read.reject(error);
    this.#failed.resolve();
    for (const listener of [...this.#listeners]) listener.error(error);
  }
}
