import type { WebSocket } from "ws";
import type { Connection, UnreadBudget } from "./connection.ts";
import { awarenessFrame } from "./frames.ts";
import { Heartbeat } from "./heartbeat.ts";
import { webSocketFrame } from "./websocket-frames.ts";

/** Bytes that may be queued for a slow client before it is cut off. It reconnects and gets what it lacks. */
const MAX_UNSENT = 4 * 1024 * 1024;
/** Size in bytes from which frames for all connections are counted. Frames for a single connection are always counted. */
const COUNTED_BYTES = 64 * 1024;

/** Why a connection is ended at once. */
export type CutOffReason = "too_slow" | "unread" | "silent" | "pongs";

/** Writes frames to one connection, and finds out whether its client reads them. */
export class OutgoingFrames {
  readonly #socket: WebSocket;
  readonly #stream: Connection["stream"];
  readonly #unread: UnreadBudget;
  readonly #heartbeat: Heartbeat;
  readonly #cutOff: (reason: CutOffReason) => void;
  /** Bytes of answers to the client's questions that it has not read yet. */
  #unreadAnswers = 0;

  /** @param cutOff ends the connection at once. */
  constructor(connection: Connection, cutOff: (reason: CutOffReason) => void) {
    this.#socket = connection.socket;
    this.#stream = connection.stream;
    this.#unread = connection.unread;
    this.#cutOff = cutOff;
    this.#heartbeat = new Heartbeat(connection, { cutOff, sendNothing: () => this.send(awarenessFrame([])) });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Whether so much is queued that the client can't get an answer. */
  get isFull(): boolean {
    return this.#stream.writableLength > MAX_UNSENT;
  }

  /** Sends a message to this connection alone. */
  send(message: Uint8Array): void {
    this.#write(webSocketFrame(message), true);
  }

  /** Sends complete frames that other connections get too. */
  write(frames: Buffer): void {
    this.#write(frames, frames.length >= COUNTED_BYTES);
  }

  #write(frames: Buffer, isCounted: boolean): void {
    if (!this.isOpen) return;
    // A state that the client has asked for may be larger, and may be read slowly.
    if (this.#stream.writableLength - this.#unreadAnswers > MAX_UNSENT) this.#cutOff("too_slow");
    else if (isCounted) this.#stream.write(frames, this.#unread.add(frames));
    else this.#stream.write(frames);
    this.#heartbeat.sent();
  }

  /**
   * Sends an answer to a question of the client, which may be of any size.
   * @param stored if it is given, the answer waits for it.
   */
  answer(frames: Buffer, stored: Promise<void> | undefined): void {
    const forget = this.#unread.add(frames);
    this.#unreadAnswers += frames.length;
    const end = () => {
      this.#unreadAnswers -= frames.length;
      forget();
    };
    const send = () => {
      if (!this.isOpen) return end();
      this.#stream.write(frames, end);
      this.#heartbeat.sent();
    };
    if (stored) void stored.then(send);
    else send();
  }

  /** Sends the client a heartbeat, and checks whether the client is alive. */
  beat(): void {
    this.#heartbeat.beat();
  }
}
