import { byeFrame, endOf, type StreamEnd } from "#domain/live/end";
import { OpenStream, type StreamCut } from "#domain/live/open-stream";
import { eventFrame, type StreamBatch, type StreamEvent, type StreamKind } from "#domain/live/stream-events";
import type { SetTimer } from "#platform/async/timer";
import type { UserCall } from "#src/call";
import { badUserToken } from "#src/errors";
import type { StreamAccess, StreamPlace } from "./access.ts";
import type { DocumentFeed } from "./document-feed.ts";
import { type EditorEvents, MAX_MISSED } from "./editor-events.ts";
import { StreamView } from "./view.ts";

/** Interval of heartbeats, in ms. */
const BEAT = 15_000;
/**
 * Interval of access checks, in ms; up to a fifth less. Together with the duration of a check it stays below a minute.
 */
const CHECK = 45_000;
/** Delay before a failed check is repeated, in ms. */
const AGAIN = 2000;
/** Time after the last successful check when a stream ends rather than going on unchecked, in ms. */
const LONGEST_UNCHECKED = 60_000;
/** How long a client may take to read the last event, in ms; then its connection is closed. */
const LONGEST_GOODBYE = 5000;
/**
 * Minimum delay before access that may have ended is checked, in ms. The maximum is twice that: many streams may be
 * affected.
 */
const SOON = 250;
/** Delay before a client reconnects after it was cut off, in ms. */
const RETRY = 2000;

/**
 * Most events that streams send as the same bytes. With more, each stream creates chunk by chunk, and others run in
 * between.
 */
const MOST_SHARED = 20;

/** Events that may wait for a slow reader, besides the document's current items and missed updates of editors. */
const SPARE = 1000;

/** A call whose credentials were valid, and the access decided for it. */
export interface CheckedAccess {
  call: UserCall;
  access: StreamAccess;
}

/** What a session needs from its host. */
export interface SessionHost {
  timer: SetTimer;
  /**
   * Checks the credentials, and decides access again unless `earlier` still holds.
   * @param organizationIds organizations of which membership matters.
   * @param earlier the last decision; undefined if something has happened since that may have ended access.
   * @throws ApiError
   */
  check(organizationIds: readonly string[], earlier: CheckedAccess | undefined): Promise<CheckedAccess>;
  /** @param reason why the stream has ended or was cut off; `client` if the client has left. */
  onEnd(reason: StreamEnd | StreamCut | "client"): void;
}

/** What a session follows. */
export interface SessionParts {
  feed: DocumentFeed;
  place: StreamPlace;
  /** Position of a client that reconnects. */
  mark: string | undefined;
  editors: readonly EditorEvents[];
  host: SessionHost;
}

/** One open stream: what its user may see of a document, for as long as access lasts. */
export class StreamSession {
  readonly events: OpenStream;
  readonly #feed: DocumentFeed;
  readonly #host: SessionHost;
  readonly #editors: readonly EditorEvents[];
  readonly #view: StreamView;
  #checked: CheckedAccess;
  #checkedAt: number;
  #stops: (() => void)[] = [];
  #cancelCheck: () => void = () => undefined;
  #cancelBeat: () => void = () => undefined;
  #reason: StreamEnd | undefined;
  /** Whether it has stopped, even if the client has left, which gives no reason. */
  #isOver = false;
  /** Whether something has happened since the last check began. */
  #isDoubtful = false;

  constructor(checked: CheckedAccess, { feed, place, mark, host, editors }: SessionParts) {
    const { call, access } = checked;
    this.#editors = editors;
    this.#checked = checked;
    this.#view = new StreamView(call.user, access.members, () => this.#schedule(0));
    this.#feed = feed;
    this.#host = host;
    this.#checkedAt = call.monotonic();
    this.events = new OpenStream({
      now: call.now,
      maxWaiting: () => feed.size + SPARE + editors.length * MAX_MISSED,
      onEnd: (cut) => this.#ended(cut),
    });
    this.#stops.push(
      feed.add({
        next: (batch) => this.#next(batch),
        gone: () => this.events.hold(),
        accessChanged: () => this.checkSoon(),
        error: (error) => this.end("unavailable", error),
      }),
    );
    if (feed.wasGoneSince(access.decidedAt)) this.events.hold();
    this.#begin(place, mark);
    for (const editor of editors) {
      this.#stops.push(() => editor.stop());
      editor.attach({
        offer: (events) => this.events.offer(events, this.#id(feed.id)),
        error: (error) => this.end("unavailable", error),
      });
    }
    this.#checkAt(access);
    if (feed.hasAccessChangedSince(access.decidedAt)) this.checkSoon();
    this.#beat();
    // The editors may have sent too much at once.
    if (this.#isOver) this.#stop();
  }

  /** Whether it has ended, which may happen while it is being created. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Ends the stream with its reason as the last event. */
  end(reason: StreamEnd, error?: unknown): void {
    this.#reason ??= reason;
    this.#stop();
    this.events.close(byeFrame(reason, this.#checked.call.random(), error));
    this.#host.timer(LONGEST_GOODBYE, () => this.events.cut());
  }

  /** Checks access soon, because something may have ended it. */
  checkSoon(): void {
    // A running check may have read outdated data.
    this.#isDoubtful = true;
    this.#schedule(SOON * (1 + this.#checked.call.random()));
  }

  #begin(place: StreamPlace, mark: string | undefined): void {
    const items = [...this.#feed.items].filter(({ event }) => this.#view.shows(event));
    const present: { [kind in StreamKind]: string[] } = { presence: [], livestate: [], comment: [], notification: [] };
    for (const { event } of items) present[event.kind].push(event.id);
    const isNew = this.#feed.newerThan(mark);
    const head = eventFrame("ready", { ...place, present }, { retry: RETRY });
    const changed = items.filter(isNew).map(({ event }) => event);
    this.events.begin(head, changed, this.#id(this.#feed.id));
  }

  #next(batch: StreamBatch): void {
    const visible: StreamEvent[] = [];
    for (const event of batch.events) {
      const form = this.#view.eventFor(event, batch.added.has(event));
      if (form) visible.push(form);
    }
    const isWhole = visible.length === batch.events.length && visible.every((event, i) => event === batch.events[i]);
    const isShared = isWhole && this.#editors.length === 0 && visible.length <= MOST_SHARED;
    this.events.offer(visible, this.#id(batch.id), isShared ? batch.bytes : undefined);
  }

  /** The position of this stream: that of its document, and those of its editors. */
  #id(position: string): string {
    return [position, ...this.#editors.map((editor) => editor.position)].join(";");
  }

  #beat(): void {
    this.#cancelBeat = this.#host.timer(BEAT, () => {
      this.#beat();
      this.events.beat();
    });
  }

  #checkAt({ decision, members }: StreamAccess): void {
    // Organizations that have appeared meanwhile are checked at once.
    const isBehind = this.#view.organizationIds.length > members.size;
    const now = this.#checked.call.now();
    const { expiresAt } = this.#checked.call.user;
    const pause = this.#isDoubtful ? SOON : isBehind ? 0 : CHECK * (1 - this.#checked.call.random() / 5);
    const ends = [expiresAt, decision.expiresAt ?? Number.POSITIVE_INFINITY].map((seconds) => seconds * 1000 - now);
    this.#schedule(Math.max(0, Math.min(pause, ...ends)));
  }

  #schedule(pause: number): void {
    if (this.#isOver) return;
    this.#cancelCheck();
    this.#cancelCheck = this.#host.timer(pause, () => void this.#check());
  }

  async #check(): Promise<void> {
    const { user, now, monotonic } = this.#checked.call;
    const wasDoubtful = this.#isDoubtful || hasRoleEnded(this.#checked.access, now());
    this.#isDoubtful = false;
    if (user.expiresAt * 1000 <= now()) return this.end("token_ended", badUserToken("expired"));
    try {
      const checked = await this.#host.check(this.#view.organizationIds, wasDoubtful ? undefined : this.#checked);
      if (this.#isOver) return;
      this.#checked = checked;
      const { access } = checked;
      this.#checkedAt = monotonic();
      this.events.offer(this.#view.learn(access.members, this.#feed.items), this.#id(this.#feed.id));
      if (!this.#isDoubtful) this.events.release();
      this.#checkAt(access);
    } catch (error) {
      if (this.#isOver) return;
      this.#isDoubtful ||= wasDoubtful;
      const reason = endOf(error);
      if (reason) this.end(reason, error);
      else if (monotonic() - this.#checkedAt >= LONGEST_UNCHECKED) this.end("unavailable", error);
      else this.#schedule(AGAIN);
    }
  }

  /** Called when the client has left, was cut off, or has received the last event. */
  #ended(cut: StreamCut | undefined): void {
    this.#stop();
    this.#host.onEnd(this.#reason ?? cut ?? "client");
  }

  #stop(): void {
    this.#isOver = true;
    this.#cancelCheck();
    this.#cancelBeat();
    for (const stop of this.#stops.splice(0)) stop();
  }
}

function hasRoleEnded({ decision: { expiresAt = Number.POSITIVE_INFINITY } }: StreamAccess, now: number): boolean {
  return expiresAt * 1000 <= now;
}
