import type { Writable } from "node:stream";
import type { WriteCall } from "@atrium/functions/call";
import type { AwarenessState } from "@atrium/functions/domain/crdt/awareness";
import { foreground } from "@atrium/functions/foreground";
import { ApiError } from "@atrium/functions/platform/error";
import type { WebSocket } from "ws";
import { CLOSE, type CloseCode, closeReason } from "./close-codes.ts";
import { awarenessFrame, deniedFrame, type Frame, missingFrame, readFrame, stateVectorFrame } from "./frames.ts";
import { webSocketFrame } from "./websocket-frames.ts";

/** Bytes that may wait for a slow client before it is cut off. It comes back and gets what it lacks. */
const MAX_UNSENT = 4 * 1024 * 1024;

/** The editor of a connection, and the other connections to it. */
export interface PeerRoom {
  editor: { stateVector: Uint8Array; missing(stateVector: Uint8Array): Uint8Array };
  awareness: { states: readonly AwarenessState[] };
  join(peer: Peer): void;
  push(peer: Peer, update: Uint8Array): void;
  announce(peer: Peer, states: readonly AwarenessState[]): void;
  hide(peer: Peer): void;
}

/** A WebSocket, and the stream below it, which takes what is to be sent as it is: one write for many frames. */
export interface Connection {
  socket: WebSocket;
  stream: Pick<Writable, "write" | "writableLength">;
}

/** One connection of a user to an editor. */
export class Peer {
  readonly #socket: WebSocket;
  readonly #stream: Connection["stream"];
  readonly #room: PeerRoom;
  #call: WriteCall;
  #mayWrite: boolean;
  #isVisible: boolean;
  /** Whether something was sent since the last sign of life. */
  #hasSent = true;
  /** Whether the client has answered the last ping. */
  #isAlive = true;

  constructor(
    { socket, stream }: Connection,
    room: PeerRoom,
    { call, mayWrite, isVisible }: { call: WriteCall; mayWrite: boolean; isVisible: boolean },
  ) {
    this.#socket = socket;
    this.#stream = stream;
    this.#room = room;
    this.#call = call;
    this.#mayWrite = mayWrite;
    this.#isVisible = isVisible;
    socket.on("message", (data: Buffer, isBinary) => this.#received(data, isBinary));
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    room.join(this);
    this.send(stateVectorFrame(room.editor.stateVector));
    const { states } = room.awareness;
    if (states.length > 0) this.send(awarenessFrame(states));
  }

  get userId(): string {
    return this.#call.user?.userId ?? "";
  }

  /** Whether others see who the client is and where. */
  get isVisible(): boolean {
    return this.#isVisible;
  }

  get call(): WriteCall {
    return this.#call;
  }

  /** Takes over what another check of the access has found. */
  update({ call, mayWrite, isVisible }: { call: WriteCall; mayWrite: boolean; isVisible: boolean }): void {
    this.#call = call;
    this.#mayWrite = mayWrite;
    if (this.#isVisible && !isVisible) this.#room.hide(this);
    this.#isVisible = isVisible;
  }

  send(message: Uint8Array): void {
    this.write(webSocketFrame(message));
  }

  /** Sends whole frames. */
  write(frames: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#stream.writableLength > MAX_UNSENT) this.#socket.terminate();
    else this.#stream.write(frames);
    this.#hasSent = true;
  }

  close(code: CloseCode, reason: string): void {
    this.#socket.close(code, closeReason(reason));
  }

  /** Stops reading until the room has stored what it has. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Shows the client that the connection lives, and finds out whether the client does. */
  beat(): void {
    if (!this.#isAlive) this.#socket.terminate();
    this.#isAlive = false;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
    // Stock clients leave when they have received no message for half a minute.
    if (!this.#hasSent) this.send(awarenessFrame([]));
    this.#hasSent = false;
  }

  #received(data: Buffer, isBinary: boolean): void {
    foreground(this.#call).touch();
    try {
      if (!isBinary) throw new Error("a text");
      this.#handle(readFrame(data));
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : "The message is none of the protocol of y-websocket.";
      this.close(CLOSE.malformed, reason);
    }
  }

  #handle(frame: Frame): void {
    if (frame.kind === "stateVector") this.send(missingFrame(this.#room.editor.missing(frame.stateVector)));
    else if (frame.kind === "queryAwareness") this.send(awarenessFrame(this.#room.awareness.states));
    else if (frame.kind === "awareness") this.#room.announce(this, frame.states);
    else if (this.#mayWrite) this.#room.push(this, frame.update);
    // An empty answer to the service's own question changes nothing.
    else if (!isEmpty(frame.update)) this.send(deniedFrame("User may not write to the document."));
  }
}

/** Whether an update has neither changes nor deletions. */
function isEmpty(update: Uint8Array): boolean {
  return update.length === 2 && update[0] === 0 && update[1] === 0;
}
