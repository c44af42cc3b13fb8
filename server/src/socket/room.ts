import type { KeyCall } from "@atrium/functions/call";
import type { AuthoredAwareness, AwarenessState } from "@atrium/functions/domain/crdt/awareness";
import { RemoteAwareness } from "@atrium/functions/domain/crdt/remote-awareness";
import { awarenessOf, type StoredAwareness, shownStates } from "@atrium/functions/domain/crdt/store/awareness";
import { type EditorPlace, editorPath } from "@atrium/functions/domain/crdt/store/editors";
import { LiveEditor } from "@atrium/functions/domain/crdt/store/live-editor";
import type { EditorKind, LiveChange } from "@atrium/functions/domain/crdt/store/live-listener";
import type { NewEntry } from "@atrium/functions/domain/crdt/store/update-log";
import { PlaceWatch } from "@atrium/functions/domain/live/store/place-watch";
import { notFound } from "@atrium/functions/errors";
import type { SetTimer } from "@atrium/functions/platform/async/timer";
import { ApiError } from "@atrium/functions/platform/error";
import type { DocChange } from "@atrium/functions/store/port";
import { Awareness } from "./awareness.ts";
import { AwarenessBatches } from "./awareness-batches.ts";
import { CLOSE, type CloseCode } from "./close-codes.ts";
import { Departures } from "./departures.ts";
import { awarenessFrame, awarenessFrames, missingFrame, NO_CHANGES, updateFrame } from "./frames.ts";
import type { MessageSlices } from "./inbox.ts";
import type { Peer } from "./peer.ts";
import { SharedFrame } from "./shared-frame.ts";
import type { SlowWork } from "./slow-work.ts";
import { joined, webSocketFrame } from "./websocket-frames.ts";

/** The state vector of an empty document. */
const NOTHING = new Uint8Array([0]);

/** What a room needs from its surroundings. */
export interface RoomHost {
  timer: SetTimer;
  slices: MessageSlices;
  slowWork: SlowWork;
  /** A clock in ms. */
  monotonic(): number;
  /** Called when access to the document may have changed. */
  accessChanged(room: Room): void;
  /** Called when a connection has left. */
  left(): void;
  /** Called when the room is closed. */
  ended(): void;
  /** Sends awareness states to other processes. */
  relay(states: readonly AuthoredAwareness[]): void;
  /** Deletes states stored by another user for clients that are connected over WebSockets here. */
  deleteStored(clients: readonly number[]): void;
  /** Sends what was stored to other processes, which would take longer to find it in the store. */
  stored(entry: NewEntry): void;
}

/** All connections of this process to one editor. */
export class Room {
  readonly awareness = new Awareness<{ userId: string }>();
  readonly peers = new Set<Peer>();
  readonly editor: LiveEditor;
  readonly #host: RoomHost;
  readonly #awarenessBatches: AwarenessBatches;
  readonly #departures = new Departures();
  /** States of clients of other processes, and of clients over HTTP. */
  readonly #remoteAwareness: RemoteAwareness;
  readonly #placeWatch: PlaceWatch;
  readonly #stopWatchingAwareness: () => void;
  readonly #whole = new SharedFrame();
  readonly #storedWhole = new SharedFrame<Promise<Buffer>>();
  readonly #sharedAwareness = new SharedFrame();
  /** Whether clients wait until the editor has stored its pending changes. */
  #isPaused = false;
  #isOver = false;
  /** How its connections are closed when it ends. */
  #ending: [code: CloseCode, reason: string] = [CLOSE.later, "The editor can't continue. Reconnect."];

  private constructor(
    open: (room: Room) => { editor: LiveEditor; placeWatch: PlaceWatch; stopWatchingAwareness: () => void },
    host: RoomHost,
  ) {
    this.#host = host;
    this.#remoteAwareness = new RemoteAwareness(host.monotonic);
    this.#awarenessBatches = new AwarenessBatches(host.timer, (batch) => {
      const own = batch.filter(({ isOwn }) => isOwn).map(({ awareness }) => awareness);
      if (own.length > 0) host.relay(own);
      return this.#broadcast(batch.map(({ awareness }) => awareness));
    });
    const { editor, placeWatch, stopWatchingAwareness } = open(this);
    this.editor = editor;
    this.#placeWatch = placeWatch;
    this.#stopWatchingAwareness = stopWatchingAwareness;
  }

  /** @throws ApiError NOT_FOUND if the document does not exist. */
  static async open(call: KeyCall, place: EditorPlace, kind: EditorKind, host: RoomHost): Promise<Room> {
    let room: Room | undefined;
    // The editor may end before the room exists.
    const earlyErrors: unknown[] = [];
    const editor = await LiveEditor.open(call, {
      place,
      kind,
      listener: {
        changed: (change) => room?.spread(change),
        drained: () => room?.resume(),
        ended: (error) => (room ? room.end(error) : earlyErrors.push(error)),
      },
    });
    const path = editorPath(call, place);
    const firstStates = Promise.withResolvers<void>();
    room = new Room((own) => {
      const placeWatch = new PlaceWatch(call, place, {
        // Nothing of another document with the same id may reach these connections.
        gone: () => own.end(notFound("document")),
        changed: () => host.accessChanged(own),
        failed: (error) => own.end(error),
      });
      const stopWatching = call.store.watch<StoredAwareness>(
        { collection: awarenessOf(path) },
        {
          next: ({ changes }) => {
            own.announceStored(changes, call.now());
            firstStates.resolve();
          },
          error: (error) => own.end(error),
        },
      );
      const stopWatchingAwareness = () => {
        stopWatching();
        // A room that ends while it is opened gets no states, and its first connections must learn of the end.
        firstStates.resolve();
      };
      return { editor, placeWatch, stopWatchingAwareness };
    }, host);
    for (const error of earlyErrors) room.end(error);
    // Before a connection may send states, it must be known which clients over HTTP belong to which user.
    await firstStates.promise;
    return room;
  }

  /** Adds a connection. If the room has ended since it was entered, it would drop all updates: the connection is closed. */
  join(peer: Peer): void {
    this.peers.add(peer);
    if (this.#isOver) peer.close(...this.#ending);
  }

  /** Forgets a closed connection. */
  leave(peer: Peer): void {
    if (!this.peers.delete(peer)) return;
    this.hide(peer);
    this.#host.left();
  }

  get timer(): SetTimer {
    return this.#host.timer;
  }

  get slices(): MessageSlices {
    return this.#host.slices;
  }

  get slowWork(): SlowWork {
    return this.#host.slowWork;
  }

  /**
   * The whole state as frames, shared by all clients that have nothing yet. That of a large editor is sent as it is
   * stored.
   */
  get whole(): Buffer | Promise<Buffer> {
    const { editor } = this;
    if (editor.isLarge) return this.#storedWhole.get(editor.revision, () => this.#readWhole());
    return this.#whole.get(editor.revision, () => webSocketFrame(missingFrame(editor.missing(NOTHING))));
  }

  /** The current awareness states, wherever the clients are connected. */
  get awarenessStates(): AuthoredAwareness[] {
    const own = this.awareness.states;
    const clients = new Set(own.map(({ client }) => client));
    return [...own, ...this.#remoteAwareness.states.filter(({ client }) => !clients.has(client))];
  }

  /** The same states as frames; undefined if there are none. */
  get awarenessFrames(): Buffer | undefined {
    const revision = this.awareness.revision + this.#remoteAwareness.revision;
    const frames = this.#sharedAwareness.get(revision, () =>
      joined(awarenessFrames(this.awarenessStates).map(webSocketFrame)),
    );
    return frames.length > 0 ? frames : undefined;
  }

  push(peer: Peer, update: Uint8Array): void {
    this.editor.push(update, { call: peer.call, from: peer, checkQuota: peer.checkQuota });
    if (!this.editor.isFull) return;
    this.#isPaused = true;
    for (const one of this.peers) one.pause();
  }

  /** Takes a large update. Resolves when it is stored. @throws ApiError as `LiveEditor.pushLarge` does */
  pushLarge(peer: Peer, update: Uint8Array): Promise<void> {
    return this.editor.pushLarge(update, { call: peer.call, from: peer, checkQuota: peer.checkQuota });
  }

  /**
   * Sends states to all connections, including the peer's own: a stock client stays connected while it receives
   * messages.
   */
  announce(peer: Peer, states: readonly AwarenessState[]): void {
    if (!peer.isVisible) return;
    const { userId } = peer;
    const own = states.filter((state) => !this.#remoteAwareness.isOfAnother({ ...state, userId }));
    const newStates = this.awareness.update(peer, own);
    const departures = this.#departures.hiding(newStates);
    if (departures.length > 0) peer.send(awarenessFrame(departures));
    this.#spreadAwareness(newStates, true);
  }

  /** Applies states from another process or over HTTP, except for clients that belong to another user here. */
  announceForeign(states: readonly AuthoredAwareness[]): void {
    const others = states.filter((state) => !this.awareness.isOfAnother(state));
    this.#spreadAwareness(this.#remoteAwareness.take(others), false);
  }

  /**
   * Applies states that were stored over HTTP. The writer could not check who is connected over WebSockets, so forged
   * states are deleted from the store.
   */
  announceStored(changes: readonly DocChange<StoredAwareness>[], now: number): void {
    const storedStates = shownStates(
      changes.filter(({ type }) => type !== "removed"),
      now,
    );
    const forged = storedStates.filter((state) => this.awareness.isOfAnother(state));
    if (forged.length > 0) this.#host.deleteStored(forged.map(({ client }) => client));
    this.announceForeign(shownStates(changes, now));
  }

  /** Withdraws the states that a connection has sent. */
  hide(peer: Peer): void {
    this.#spreadAwareness(this.awareness.leave(peer), true);
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    for (const peer of this.peers) peer.resume();
  }

  /** Sends changes to all connections in one write each, leaving out a connection's own changes. */
  spread({ update, parts, entry }: LiveChange): void {
    if (entry) this.#host.stored(entry);
    const all = frameOf(update);
    const frames = parts.size > 1 ? Array.from(parts, ([from, part]) => ({ from, frame: frameOf(part) })) : [];
    for (const peer of this.peers) {
      const others = parts.has(peer) ? frames.filter(({ from }) => from !== peer).map(({ frame }) => frame) : [all];
      if (others.length > 0) peer.write(joined(others));
    }
  }

  /** Ends all connections. */
  end(error: unknown): void {
    if (error instanceof ApiError && error.code === "NOT_FOUND") this.#ending = [CLOSE.gone, error.message];
    for (const peer of this.peers) peer.close(...this.#ending);
    this.close();
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.editor.close();
    this.#awarenessBatches.stop();
    this.#placeWatch.stop();
    this.#stopWatchingAwareness();
    this.#host.ended();
  }

  async #readWhole(): Promise<Buffer> {
    const [base = NO_CHANGES, ...updates] = await this.editor.storedUpdates();
    return joined([webSocketFrame(missingFrame(base)), ...updates.map(frameOf)]);
  }

  #spreadAwareness(states: readonly AuthoredAwareness[], isOwn: boolean): void {
    this.#departures.record(states);
    this.#awarenessBatches.add(states, isOwn);
  }

  /** @returns how many bytes all connections get in total. */
  #broadcast(states: readonly AwarenessState[]): number {
    const frames = joined(awarenessFrames(states).map(webSocketFrame));
    for (const peer of this.peers) peer.write(frames);
    return frames.length * this.peers.size;
  }
}

function frameOf(update: Uint8Array): Buffer {
  return webSocketFrame(updateFrame(update));
}
