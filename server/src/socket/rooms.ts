import type { KeyCall, UserCall } from "@atrium/functions/call";
import type { Context } from "@atrium/functions/context";
import { deleteAwareness } from "@atrium/functions/domain/crdt/store/awareness";
import { awarenessHub } from "@atrium/functions/domain/crdt/store/awareness-hub";
import { type EditorPlace, editorPath } from "@atrium/functions/domain/crdt/store/editors";
import type { EditorKind } from "@atrium/functions/domain/crdt/store/live-listener";
import type { SetTimer } from "@atrium/functions/platform/async/timer";
import { joinAnnouncements } from "./channel.ts";
import { MessageSlices } from "./inbox.ts";
import { Room, type RoomHost } from "./room.ts";
import { SlowWork } from "./slow-work.ts";

/** The rooms of one process, by the path of their editor. */
export class Rooms {
  readonly #context: Context;
  readonly #timer: SetTimer;
  readonly #accessChanged: RoomHost["accessChanged"];
  readonly #rooms = new Map<string, { opening: Promise<Room>; room?: Room; entering: number }>();
  readonly #slices = new MessageSlices();
  readonly #slowWork = new SlowWork();
  readonly #tellOthers: ReturnType<typeof joinAnnouncements>;

  /** @param accessChanged called when access to the document of a room may have changed. */
  constructor(context: Context, timer: SetTimer, accessChanged: RoomHost["accessChanged"]) {
    this.#context = context;
    this.#timer = timer;
    this.#accessChanged = accessChanged;
    const hub = awarenessHub(context);
    this.#tellOthers = joinAnnouncements(({ editor, states, entry }) => {
      const { room } = this.#rooms.get(editor) ?? {};
      if (entry) return room?.editor.receiveEntry(entry);
      if (!states) return room && this.#tellAll(editor, room);
      room?.announceForeign(states);
      hub.publish(editor, states);
    });
    hub.addSource((editor) => {
      const { room } = this.#rooms.get(editor) ?? {};
      if (room) hub.publish(editor, room.awarenessStates);
      else this.#tellOthers({ editor });
    });
  }

  /**
   * Opens the room of an editor, or enters the room if it is open.
   * @returns the room, and a function to call once the connection has joined it or has failed.
   * @throws ApiError NOT_FOUND if the document does not exist.
   */
  async enter(user: UserCall, place: EditorPlace, kind: EditorKind): Promise<{ room: Room; release(): void }> {
    const path = editorPath(user, place);
    const entry = this.#rooms.get(path) ?? this.#open(path, user, place, kind);
    entry.entering++;
    const release = () => {
      entry.entering--;
      this.#closeEmpty(entry);
    };
    return { room: await entry.opening, release };
  }

  /** Ends all rooms. */
  close(): void {
    for (const { room } of this.#rooms.values()) room?.close();
    this.#rooms.clear();
  }

  #open(path: string, { requestId, apiKey }: UserCall, place: EditorPlace, kind: EditorKind) {
    // A call of its own, not that of the first request: reads are for all connections.
    const call: KeyCall = { ...this.#context, requestId, apiKey };
    const entry: { opening: Promise<Room>; room?: Room; entering: number } = {
      opening: undefined as never,
      entering: 0,
    };
    entry.opening = Room.open(call, place, kind, {
      timer: this.#timer,
      slices: this.#slices,
      slowWork: this.#slowWork,
      monotonic: this.#context.monotonic,
      accessChanged: this.#accessChanged,
      left: () => this.#closeEmpty(entry),
      ended: () => this.#rooms.get(path) === entry && this.#rooms.delete(path),
      relay: (states) => {
        this.#tellOthers({ editor: path, states });
        awarenessHub(this.#context).publish(path, states);
      },
      deleteStored: (clients) => {
        // If this fails, the state expires within half a minute.
        deleteAwareness(this.#context.store, path, clients).catch(() => undefined);
      },
      stored: (entry) => this.#tellOthers({ editor: path, entry }),
    }).then(
      (room) => {
        entry.room = room;
        this.#tellOthers({ editor: path });
        return room;
      },
      (error: unknown) => {
        // Once, not for each connection that waits: by then there may be another room.
        this.#rooms.delete(path);
        throw error;
      },
    );
    this.#rooms.set(path, entry);
    return entry;
  }

  /** Answers another worker that asks for the states of a room's clients. */
  #tellAll(editor: string, room: Room): void {
    const { states } = room.awareness;
    if (states.length > 0) this.#tellOthers({ editor, states });
  }

  #closeEmpty({ room, entering }: { room?: Room; entering: number }): void {
    if (room && entering === 0 && room.peers.size === 0) room.close();
  }
}
