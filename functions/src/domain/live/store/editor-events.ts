import { type AuthoredAwareness, writeAwareness } from "#domain/crdt/awareness";
import { RemoteAwareness } from "#domain/crdt/remote-awareness";
import { awarenessOf, type StoredAwareness, shownStates } from "#domain/crdt/store/awareness";
import { awarenessHub } from "#domain/crdt/store/awareness-hub";
import { type EditorPlace, editorPath, type StoredCrdt } from "#domain/crdt/store/editors";
import { KEPT_AFTER_FOLD, type StoredUpdate, updatesOf } from "#domain/crdt/store/update-log";
import { toBase64 } from "#domain/crdt/yjs-state";
import { eventFrame, type WaitingEvent } from "#domain/live/stream-events";
import type { KeyCall } from "#src/call";
import { splitPath } from "#store/paths";
import type { ChangeSet, Doc } from "#store/port";
import { isNewer } from "#store/versions";

/** Maximum difference between the clocks of machines, in ms. */
const CLOCK_SKEW = 5000;

/** Maximum number of updates that are sent at once: synchronizing costs less than sending more. */
export const MAX_MISSED = 500;
/** Maximum number of characters of updates that are sent at once. */
const MAX_MISSED_LENGTH = 1024 * 1024;

/** Receives the events of an editor. */
export interface EditorListener {
  offer(events: readonly WaitingEvent[]): void;
  /** Called last, when a watch has failed. */
  error(error: unknown): void;
}

/** How far a client has received the updates of an editor. */
interface Position {
  /** Version of the store. */
  version: string;
  /** `rewrites` of the editor. */
  rewrites: number;
  /** Ms since 1970. */
  at: number;
}

/**
 * The updates of one editor for one stream. If changes went into the editor without its log, or a client has missed too
 * much, it is asked to synchronize instead.
 */
export class EditorEvents {
  /** Settles when everything that exists has been read. @throws ApiError as `watch` does */
  readonly whenRead: Promise<void>;
  readonly #read = Promise.withResolvers<void>();
  readonly #call: KeyCall;
  readonly #place: EditorPlace;
  readonly #since: Position | undefined;
  readonly #stops: (() => void)[] = [];
  #listener: EditorListener | undefined;
  /** Events from before a listener was attached. */
  #missed: WaitingEvent[] = [];
  #version = "";
  #storedEditor: StoredCrdt | undefined;
  #isFollowing = false;
  #number = 0;
  /**
   * States from WebSockets and from HTTP together: no user may speak over one for another's client that came over the
   * other.
   */
  readonly #remoteAwareness: RemoteAwareness;

  /** @param since `position` of a client that has followed the editor before. */
  constructor(call: KeyCall, place: EditorPlace, since: string | undefined) {
    this.#call = call;
    this.#place = place;
    this.#since = parsePosition(since);
    this.#remoteAwareness = new RemoteAwareness(call.monotonic);
    this.whenRead = this.#read.promise;
    // Prevents an unhandled rejection when nobody awaits it.
    this.whenRead.catch(() => undefined);
    const { collection } = splitPath(editorPath(call, place));
    this.#stops.push(
      call.store.watch<StoredCrdt>(
        { collection, id: place.editorId },
        { next: (set) => this.#editorChanged(set), error: (error) => this.#failed(error) },
      ),
      call.store.watch<StoredAwareness>(
        { collection: awarenessOf(editorPath(call, place)) },
        { next: (set) => this.#awarenessChanged(set), error: (error) => this.#failed(error) },
      ),
      awarenessHub(call).listen(editorPath(call, place), (states) => this.#sendAwareness(states)),
    );
  }

  /** The position of a client that has received everything. */
  get position(): string {
    return `${this.#version}~${this.#storedEditor?.rewrites ?? 0}~${this.#call.now()}`;
  }

  /** Sends the listener the missed events and all later ones. */
  attach(listener: EditorListener): void {
    this.#listener = listener;
    listener.offer(this.#missed.splice(0));
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  #editorChanged({ changes }: ChangeSet<StoredCrdt>): void {
    const before = this.#storedEditor;
    for (const { type, doc } of changes) this.#storedEditor = type === "removed" ? undefined : doc.data;
    if (!this.#isFollowing) {
      this.#follow();
      return;
    }
    // A deletion and the creation of another editor with the same id may be reported together.
    const isOther = before?.client !== this.#storedEditor?.client;
    if (before && isOther) this.#send({ removed: true });
    if (this.#storedEditor && (isOther || rewritesOf(before) !== rewritesOf(this.#storedEditor)))
      this.#send({ resync: true });
  }

  /** Follows the log, once the editor that it belongs to is known. */
  #follow(): void {
    this.#isFollowing = true;
    const { trimmedAt = Number.NEGATIVE_INFINITY } = this.#storedEditor?.log ?? {};
    const since = this.#since;
    // Entries are deleted some time after they were folded.
    const isTrimmed = since !== undefined && since.at < trimmedAt - KEPT_AFTER_FOLD + CLOCK_SKEW;
    if (isTrimmed || (since && since.rewrites !== rewritesOf(this.#storedEditor))) this.#send({ resync: true });
    const collection = updatesOf(editorPath(this.#call, this.#place));
    this.#stops.push(
      this.#call.store.watch<StoredUpdate>(
        { collection },
        { next: (set) => this.#appended(set), error: (error) => this.#failed(error) },
      ),
    );
  }

  #appended({ changes, version }: ChangeSet<StoredUpdate>): void {
    const isFirst = this.#version === "";
    this.#version = version;
    // A later position is of data that an earlier backup has replaced: what it lacks can't be told.
    const last = this.#call.store.lastVersion() ?? version;
    if (isFirst && this.#since && !isNewer(last, this.#since.version) && last !== this.#since.version)
      this.#send({ resync: true });
    const added = changes.filter(({ type }) => type === "added").map(({ doc }) => doc);
    const entries = isFirst ? added.filter((entry) => this.#isMissed(entry)) : added;
    const length = entries.reduce((sum, { data }) => sum + data.update.length, 0);
    if (entries.length > MAX_MISSED || length > MAX_MISSED_LENGTH) this.#send({ resync: true });
    else this.#offer(entries.map((entry) => this.#event(entry)));
    this.#read.resolve();
  }

  /** Whether a client that reconnects lacks an entry. A new client synchronizes instead. */
  #isMissed({ version }: Doc): boolean {
    return this.#since !== undefined && isNewer(version, this.#since.version);
  }

  #event({ id, data: { update, by } }: Doc<StoredUpdate>): WaitingEvent {
    const { editorId } = this.#place;
    const frame = eventFrame("crdt.update", { editorId, update, userId: by ?? null });
    return { key: `crdt.update ${editorId} ${id}`, frame, ownBytes: frame.length };
  }

  /** Expired states are not sent to new clients. */
  #awarenessChanged({ changes }: ChangeSet<StoredAwareness>): void {
    this.#sendAwareness(shownStates(changes, this.#call.now()));
  }

  #sendAwareness(states: readonly AuthoredAwareness[]): void {
    const { editorId } = this.#place;
    const eventOf = (state: AuthoredAwareness) => {
      const frame = eventFrame("crdt.awareness", { editorId, awareness: toBase64(writeAwareness([state])) });
      return { key: `crdt.awareness ${editorId} ${state.client}`, frame, ownBytes: frame.length };
    };
    this.#offer(this.#remoteAwareness.take(states).map(eventOf));
  }

  #send(data: { removed: true } | { resync: true }): void {
    const { editorId } = this.#place;
    const key = `crdt.update ${editorId} ${this.#number++}`;
    this.#offer([{ key, frame: eventFrame("crdt.update", { editorId, ...data }) }]);
  }

  #offer(events: WaitingEvent[]): void {
    if (this.#listener) this.#listener.offer(events);
    else this.#missed.push(...events);
  }

  #failed(error: unknown): void {
    this.stop();
    this.#read.reject(error);
    this.#listener?.error(error);
  }
}

function rewritesOf(editor: StoredCrdt | undefined): number {
  return editor?.rewrites ?? 0;
}

function parsePosition(text: string | undefined): Position | undefined {
  const [, version, rewrites, at] = /^([^~]{1,40})~(\d{1,15})~(\d{1,15})$/.exec(text ?? "") ?? [];
  return version === undefined ? undefined : { version, rewrites: Number(rewrites), at: Number(at) };
}
