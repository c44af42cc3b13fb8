import type { WriteCall } from "@atrium/functions/call";
import type { AwarenessState } from "@atrium/functions/domain/crdt/awareness";
import type { LiveEditor } from "@atrium/functions/domain/crdt/store/live-editor";
import { foreground } from "@atrium/functions/foreground";
import { resetConnection } from "@atrium/functions/http/reset-connection";
import type { SetTimer } from "@atrium/functions/platform/async/timer";
import { ApiError } from "@atrium/functions/platform/error";
import type { WebSocket } from "ws";
import { CLOSE, type CloseCode, closeReason } from "./close-codes.ts";
import type { Connection, Grant, UnreadBudget } from "./connection.ts";
import { awarenessFrame, deniedFrame, type Frame, missingFrame, readFrame, stateVectorFrame } from "./frames.ts";
import { Inbox, type MessageSlices } from "./inbox.ts";
import { PacedAnswers } from "./paced-answers.ts";
import { Reading } from "./reading.ts";
import { webSocketFrame } from "./websocket-frames.ts";

/** Bytes that may wait for a slow client before it is cut off. It comes back and gets what it lacks. */
const MAX_UNSENT = 4 * 1024 * 1024;
/** Beats, of 12 s each, in which a client may take nothing of what waits for it, whatever it sends. */
const MAX_IDLE_BEATS = 5;
/** Frames for all connections are counted from so many bytes. What is for one connection alone is always counted. */
const COUNTED_BYTES = 64 * 1024;

/** The editor of a connection, and the other connections to it. */
export interface PeerRoom {
  timer: SetTimer;
  slices: MessageSlices;
  editor: Pick<LiveEditor, "stateVector" | "missing" | "stored" | "adds">;
  /** The answer to who has nothing, as a frame that all who ask share. */
  whole: Buffer;
  /** What clients say of themselves, as frames that all who ask share; undefined: nothing. */
  saidFrames: Buffer | undefined;
  join(peer: Peer): void;
  push(peer: Peer, update: Uint8Array): void;
  announce(peer: Peer, states: readonly AwarenessState[]): void;
  hide(peer: Peer): void;
}

/** An update without changes and deletions. */
const NO_CHANGES = new Uint8Array([0, 0]);

/** One connection of a user to an editor. */
export class Peer {
  readonly #socket: WebSocket;
  readonly #stream: Connection["stream"];
  readonly #unread: UnreadBudget;
  readonly #reading: Reading;
  readonly #room: PeerRoom;
  readonly #answers: PacedAnswers<Uint8Array>;
  /** Answers to who asks what others say of themselves. */
  readonly #tellings: PacedAnswers<void>;
  readonly #inbox: Inbox<{ data: Buffer; isBinary: boolean }>;
  #call: WriteCall;
  #mayWrite: boolean;
  #isVisible: boolean;
  #checkQuota: Grant["checkQuota"];
  /** Whether an update was refused that the client still has, because of a quota. */
  #isOverQuota = false;
  /** Whether the client was told what it lacks. From then on it gets all that comes. */
  #isTold = false;
  /** Bytes of answers to questions of the client that it has not read. */
  #unreadAnswers = 0;
  /** Whether something was sent since the last sign of life. */
  #hasSent = true;
  /** Whether the client has answered the last ping. */
  #isAlive = true;
  /** Whether this side has ended the connection: a client that does not answer the close may send for half a minute more. */
  #isEnded = false;
  /** Whether the room has asked the client to wait. */
  #isPaused = false;

  constructor(
    { socket, stream, unread }: Connection,
    room: PeerRoom,
    { call, mayWrite, isVisible, checkQuota }: Grant,
  ) {
    this.#socket = socket;
    this.#stream = stream;
    this.#unread = unread;
    this.#reading = new Reading(stream);
    this.#room = room;
    this.#answers = new PacedAnswers(room.timer, (stateVector) => this.#sendMissing(stateVector));
    this.#tellings = new PacedAnswers(room.timer, () => this.#tellSaid());
    this.#call = call;
    this.#mayWrite = mayWrite;
    this.#isVisible = isVisible;
    this.#checkQuota = checkQuota;
    this.#inbox = new Inbox(room.slices, {
      handle: (message) => this.#received(message),
      pause: () => socket.pause(),
      resume: () => this.#isPaused || socket.resume(),
    });
    socket.on("message", (data: Buffer, isBinary) => this.#inbox.take({ data, isBinary }));
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    room.join(this);
    this.send(stateVectorFrame(room.editor.stateVector));
    const { saidFrames } = room;
    if (saidFrames) this.write(saidFrames);
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

  get checkQuota(): Grant["checkQuota"] {
    return this.#checkQuota;
  }

  /** Takes over what another check of the access has found. */
  update({ call, mayWrite, isVisible, checkQuota }: Grant): void {
    this.#call = call;
    this.#checkQuota = checkQuota;
    // What the client has changed while it might not write, or was over a quota, is still missing.
    if (mayWrite && (!this.#mayWrite || this.#isOverQuota)) this.send(stateVectorFrame(this.#room.editor.stateVector));
    this.#isOverQuota = false;
    this.#mayWrite = mayWrite;
    if (this.#isVisible && !isVisible) this.#room.hide(this);
    this.#isVisible = isVisible;
  }

  send(message: Uint8Array): void {
    this.#write(webSocketFrame(message), true);
  }

  /** Sends whole frames that others get, too. */
  write(frames: Buffer): void {
    this.#write(frames, frames.length >= COUNTED_BYTES);
  }

  #write(frames: Buffer, isCounted: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    // A state that the client has asked for may be larger, and takes its time.
    if (this.#stream.writableLength - this.#unreadAnswers > MAX_UNSENT) this.#cutOff("too_slow");
    else if (isCounted) this.#stream.write(frames, this.#unread.add(frames));
    else this.#stream.write(frames);
    this.#hasSent = true;
  }

  /** Sends what the client has asked for, once it is stored: else it could have what the service loses when it is killed. */
  #answer(frames: Buffer): void {
    this.#isTold = true;
    const forget = this.#unread.add(frames);
    this.#unreadAnswers += frames.length;
    const end = () => {
      this.#unreadAnswers -= frames.length;
      forget();
    };
    const send = () => {
      if (this.#socket.readyState !== this.#socket.OPEN) return end();
      this.#stream.write(frames, end);
      this.#hasSent = true;
    };
    const { stored } = this.#room.editor;
    if (stored) void stored.then(send);
    else send();
  }

  /** Ends the connection. Nothing that comes after is taken: the user may have lost access. */
  close(code: CloseCode, reason: string): void {
    this.#isEnded = true;
    this.#socket.close(code, closeReason(reason));
  }

  /** Stops reading until the room has stored what it has. */
  pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#inbox.afterwards(() => this.#isPaused || this.#socket.resume());
  }

  /** Calls `done` when all that the client has sent is taken. */
  afterwards(done: () => void): void {
    this.#inbox.afterwards(done);
  }

  /** Shows the client that the connection lives, and finds out whether the client does. */
  beat(): void {
    const idleBeats = this.#reading.look();
    // Who reads something large slowly gets the ping behind it.
    const isReading = idleBeats === 0 || this.#isAlive;
    if (!isReading || (idleBeats ?? 0) >= MAX_IDLE_BEATS) this.#cutOff(isReading ? "unread" : "silent");
    this.#isAlive = false;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
    // Stock clients leave when they have received no message for half a minute.
    if (!this.#hasSent) this.send(awarenessFrame([]));
    this.#hasSent = false;
  }

  /** Ends the connection at once. The client gets what it lacks when it is back. */
  #cutOff(reason: "too_slow" | "unread" | "silent"): void {
    const { log, requestId } = this.#call;
    log.info({ requestId, reason }, "socket cut off");
    this.#isEnded = true;
    resetConnection(this.#stream);
    this.#socket.terminate();
  }

  #received({ data, isBinary }: { data: Buffer; isBinary: boolean }): void {
    if (this.#isEnded) return;
    foreground(this.#call).touch();
    this.#closingIfMalformed(() => {
      if (!isBinary) throw new Error("a text");
      this.#handle(readFrame(data));
    });
  }

  #closingIfMalformed(work: () => void): void {
    try {
      work();
    } catch (error) {
      // A message has no field `data`, which the words for HTTP name.
      const words = error instanceof ApiError ? error.message.replace(/^data\.update /, "An update ") : undefined;
      const reason = words ?? "The message does not follow the y-websocket protocol.";
      this.close(CLOSE.malformed, reason);
    }
  }

  #handle(frame: Frame): void {
    if (frame.kind === "stateVector") this.#answers.ask(frame.stateVector);
    else if (frame.kind === "queryAwareness") this.#tellings.ask();
    else if (frame.kind === "awareness") this.#room.announce(this, frame.states);
    else if (this.#mayWrite) this.#push(frame.update);
    // Yjs names all deletions in each answer, also those of others: what adds nothing is not refused.
    else if (this.#room.editor.adds(frame.update)) this.send(deniedFrame("User may not write to the document."));
  }

  #push(update: Uint8Array): void {
    try {
      this.#room.push(this, update);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "RESOURCE_EXHAUSTED") throw error;
      // Said once: a client that is asked again at the next check sends all that is missing.
      if (!this.#isOverQuota) this.send(deniedFrame(error.message));
      this.#isOverQuota = true;
    }
  }

  /** @returns how many bytes of the answer were made for this client alone. */
  #sendMissing(stateVector: Uint8Array): number {
    let bytes = 0;
    this.#closingIfMalformed(() => {
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      if (this.#stream.writableLength > MAX_UNSENT) return this.#cutOff("too_slow");
      if (this.#unread.mustWait())
        return this.close(CLOSE.later, "Too much is waiting to be read. Read it, then reconnect.");
      if (isNothing(stateVector)) return this.#answer(this.#room.whole);
      // Yjs would name all deletions, however often it is asked. Of them the client has heard.
      const hasAll = this.#isTold && Buffer.compare(stateVector, this.#room.editor.stateVector) === 0;
      const frame = missingFrame(hasAll ? NO_CHANGES : this.#room.editor.missing(stateVector));
      bytes = frame.length;
      this.#answer(webSocketFrame(frame));
    });
    return bytes;
  }

  /** @returns how many bytes were sent. */
  #tellSaid(): number {
    const { saidFrames } = this.#room;
    if (saidFrames) this.write(saidFrames);
    else this.send(awarenessFrame([]));
    return saidFrames?.length ?? 0;
  }
}

/** Whether a state vector has nothing. */
function isNothing(stateVector: Uint8Array): boolean {
  return stateVector.length === 1 && stateVector[0] === 0;
}
