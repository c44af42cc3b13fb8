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

/** Pause between two signs of life, in ms. */
const BEAT = 15_000;
/** Pause between two checks of the access, in ms; up to a fifth less. With what a check takes it stays below a minute. */
const CHECK = 45_000;
/** Pause before a check that could not be made is tried again, in ms. */
const AGAIN = 2000;
/** Ms after the last check that succeeded when a stream ends rather than going on unchecked. */
const LONGEST_UNCHECKED = 60_000;
/** How long a client may take to read the last event, in ms: then its connection is closed. */
const LONGEST_GOODBYE = 5000;
/** Pause before the access of a stream is checked when it may have ended, in ms; up to twice as much: many may be concerned. */
const SOON = 250;
/** Ms until a client comes back after a cut. */
const RETRY = 2000;

/** Events that streams send as the same bytes. Of more, each stream makes one chunk after another, and others work in between. */
const MOST_SHARED = 20;

/** Events that may wait for a slow reader beyond those of a document as it is, and what a returning client has missed of editors. */
const SPARE = 1000;

/** A call whose credentials were good, and what was decided about it. */
export interface CheckedAccess {
  call: UserCall;
  access: StreamAccess;
}

/** What a session asks of its surroundings. */
export interface SessionHost {
  timer: SetTimer;
  /**
   * Checks the credentials, and decides anew unless `earlier` still holds.
   * @param organizationIds of which membership matters.
   * @param earlier what was decided last; missing when something has happened since that may have ended it.
   * @throws ApiError
   */
  check(organizationIds: readonly string[], earlier: CheckedAccess | undefined): Promise<CheckedAccess>;
  /** @param reason of the stream's own end, of a cut, or `client` where the client has left. */
  onEnd(reason: StreamEnd | StreamCut | "client"): void;
}

/** What a session follows. */
export interface SessionParts {
  feed: DocumentFeed;
  place: StreamPlace;
  /** Position of a client that comes back. */
  mark: string | undefined;
  editors: readonly EditorEvents[];
  host: SessionHost;
}

/** One open stream: what its user may see of a document, as long as the user may. */
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
  /** Whether it has stopped: also where the client has left, which gives no reason. */
  #isOver = false;
  /** Something has happened since the last check began. */
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
        doubt: () => this.checkSoon(),
        error: (error) => this.end("unavailable", error),
      }),
    );
    this.#begin(place, mark);
    for (const editor of editors) {
      this.#stops.push(() => editor.stop());
      editor.attach({
        offer: (events) => this.events.offer(events, this.#id(feed.id)),
        error: (error) => this.end("unavailable", error),
      });
    }
    this.#checkAt(access);
    if (feed.hasDoubtSince(access.decidedAt)) this.checkSoon();
    this.#beat();
    // What the editors have sent at once may have been too much.
    if (this.#isOver) this.#stop();
  }

  /** Whether it has ended, which it may have before it is of use. */
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

  /** Checks the access soon, because something may have ended it. */
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

  /** The position of this stream, given that of its document: the editors have their own. */
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
    // Organizations that have come up meanwhile are checked at once.
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

  /** The client has gone, was cut off, or has been given the last event. */
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
