import type { WriteCall } from "@atrium/functions/call";
import type { AwarenessState } from "@atrium/functions/domain/crdt/awareness";
import type { LiveEditor } from "@atrium/functions/domain/crdt/store/live-editor";
import { foreground } from "@atrium/functions/foreground";
import { resetConnection } from "@atrium/functions/http/reset-connection";
import type { SetTimer } from "@atrium/functions/platform/async/timer";
import { ApiError } from "@atrium/functions/platform/error";
import type { WebSocket } from "ws";
import { ArrivingMessage } from "./arriving-message.ts";
import { CLOSE, type CloseCode, closeAfterWork, closeOfMessage, closeReason } from "./close-codes.ts";
import type { Connection, Grant, UnreadBudget } from "./connection.ts";
import {
  awarenessFrame,
  deniedFrame,
  type Frame,
  missingFrame,
  NO_CHANGES,
  readFrame,
  stateVectorFrame,
} from "./frames.ts";
import { Inbox, type MessageSlices } from "./inbox.ts";
import { type CutOffReason, OutgoingFrames } from "./outgoing-frames.ts";
import { PacedAnswers } from "./paced-answers.ts";
import type { SlowWork } from "./slow-work.ts";
import { webSocketFrame } from "./websocket-frames.ts";

/** Size in bytes from which a client's message takes its turn among those of all connections. */
const LARGE = 64 * 1024;

/** The editor of a connection, and the other connections to it. */
export interface PeerRoom {
  timer: SetTimer;
  slices: MessageSlices;
  slowWork: SlowWork;
  editor: Pick<LiveEditor, "stateVector" | "missing" | "stored" | "adds" | "addsLarge" | "refuseCopyOfDeleted">;
  /** The answer to a client that has nothing, as frames that all who ask share. */
  whole: Buffer | Promise<Buffer>;
  /** All awareness states, as frames that all who ask share; undefined if there are none. */
  awarenessFrames: Buffer | undefined;
  join(peer: Peer): void;
  push(peer: Peer, update: Uint8Array): void;
  /** Takes an update that takes long to merge. Resolves when it is stored. */
  pushLarge(peer: Peer, update: Uint8Array): Promise<void>;
  announce(peer: Peer, states: readonly AwarenessState[]): void;
  hide(peer: Peer): void;
}

/** A message of a client, and a function to call when it is handled. */
interface Message {
  data: Buffer;
  isBinary: boolean;
  release: () => void;
}

/** One connection of a user to an editor. */
export class Peer {
  readonly #socket: WebSocket;
  readonly #stream: Connection["stream"];
  readonly #unread: UnreadBudget;
  readonly #outgoing: OutgoingFrames;
  readonly #room: PeerRoom;
  readonly #answers: PacedAnswers<Uint8Array>;
  /** Answers to requests for all awareness states. */
  readonly #awarenessAnswers: PacedAnswers<void>;
  readonly #inbox: Inbox<Message>;
  #call: WriteCall;
  /** Why the client's updates are refused; undefined if they are stored. */
  #refusal: string | undefined;
  #isVisible: boolean;
  #checkQuota: Grant["checkQuota"];
  /** Whether an update that the client still has was refused because of a quota. */
  #isOverQuota = false;
  /** Whether the client was sent what it lacks. From then on it gets all changes. */
  #isSynced = false;
  /**
   * Whether this side has ended the connection: a client that does not answer the close may still send for half a
   * minute.
   */
  #isEnded = false;
  /** Whether the room has paused the client. */
  #isPaused = false;

  constructor(connection: Connection, room: PeerRoom, { call, refusal, isVisible, checkQuota }: Grant) {
    const { socket, stream, unread } = connection;
    this.#socket = socket;
    this.#stream = stream;
    this.#unread = unread;
    this.#outgoing = new OutgoingFrames(connection, (reason) => this.#cutOff(reason));
    this.#room = room;
    this.#answers = new PacedAnswers(room, (stateVector) => this.#sendMissing(stateVector));
    this.#awarenessAnswers = new PacedAnswers(room, () => this.#sendAwareness());
    this.#call = call;
    this.#refusal = refusal;
    this.#isVisible = isVisible;
    this.#checkQuota = checkQuota;
    this.#inbox = new Inbox(room, {
      handle: (message) => this.#received(message),
      isLarge: ({ data }) => data.length >= LARGE,
      pause: () => socket.pause(),
      resume: () => this.#isPaused || socket.resume(),
    });
    const arriving = new ArrivingMessage(unread, () => this.#refuseLarge());
    stream.on("data", ({ length }: Buffer) => arriving.add(length));
    socket.on("message", (data: Buffer, isBinary) =>
      this.#inbox.take({ data, isBinary, release: arriving.complete() }),
    );
    socket.once("close", () => arriving.complete()());
    room.join(this);
    this.send(stateVectorFrame(room.editor.stateVector));
    const { awarenessFrames } = room;
    if (awarenessFrames) this.write(awarenessFrames);
  }

  get userId(): string {
    return this.#call.user?.userId ?? "";
  }

  /** Whether others see who the client is, and its cursor. */
  get isVisible(): boolean {
    return this.#isVisible;
  }

  get call(): WriteCall {
    return this.#call;
  }

  get checkQuota(): Grant["checkQuota"] {
    return this.#checkQuota;
  }

  /** Applies the result of another access check. */
  update({ call, refusal, isVisible, checkQuota }: Grant): void {
    this.#call = call;
    this.#checkQuota = checkQuota;
    // Asks for what the client changed while its updates were refused.
    const wasRefused = this.#refusal !== undefined || this.#isOverQuota;
    if (refusal === undefined && wasRefused) this.send(stateVectorFrame(this.#room.editor.stateVector));
    this.#isOverQuota = false;
    this.#refusal = refusal;
    if (this.#isVisible && !isVisible) this.#room.hide(this);
    this.#isVisible = isVisible;
  }

  send(message: Uint8Array): void {
    this.#outgoing.send(message);
  }

  /** Sends complete frames that other connections get too. */
  write(frames: Buffer): void {
    this.#outgoing.write(frames);
  }

  /**
   * Sends an answer once its content is stored: otherwise the client could have changes that the service loses when it
   * is killed.
   */
  #answer(frames: Buffer): void {
    this.#isSynced = true;
    this.#outgoing.answer(frames, this.#room.editor.stored);
  }

  /** Ends the connection. Later messages are ignored, because the user may have lost access. */
  close(code: CloseCode, reason: string): void {
    this.#isEnded = true;
    this.#socket.close(code, closeReason(reason));
  }

  /** Stops reading until the room has stored what it has received. */
  pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#inbox.afterwards(() => this.#isPaused || this.#socket.resume());
  }

  /** Calls `done` once everything that the client has sent is handled. */
  afterwards(done: () => void): void {
    this.#inbox.afterwards(done);
  }

  /** Sends the client a heartbeat, and checks whether the client is alive. */
  beat(): void {
    this.#outgoing.beat();
  }

  /** Ends the connection at once. The client gets what it lacks when it reconnects. */
  #cutOff(reason: CutOffReason): void {
    const { log, requestId } = this.#call;
    log.info({ requestId, reason }, "socket cut off");
    this.#isEnded = true;
    resetConnection(this.#stream);
    this.#socket.terminate();
  }

  /** Ends the connection because its address has too much in memory: unread, or of messages that are not complete. */
  #refuseLarge(): void {
    this.close(CLOSE.later, "Too much is waiting to be read or to be completed. Reconnect later.");
    this.pause();
  }

  #received({ data, isBinary, release }: Message): Promise<void> | void {
    if (this.#isEnded) return release();
    foreground(this.#call).touch();
    let isTaken: Promise<void> | undefined;
    this.#closingIfMalformed(() => {
      if (!isBinary) throw new Error("a text");
      const frame = readFrame(data);
      if (frame.kind === "update" && this.#call.heavyWork.isHeavy(frame.update.length))
        isTaken = this.#takeLarge(frame.update).finally(release);
      else this.#handle(frame);
    });
    return isTaken ?? release();
  }

  #closingIfMalformed(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.close(...closeOfMessage(error));
    }
  }

  #handle(frame: Frame): void {
    if (frame.kind === "stateVector") {
      // A client that learned of new content would mix it with its old one.
      this.#room.editor.refuseCopyOfDeleted(frame.stateVector);
      this.#answers.ask(frame.stateVector);
    } else if (frame.kind === "queryAwareness") this.#awarenessAnswers.ask();
    else if (frame.kind === "awareness") this.#room.announce(this, frame.states);
    else if (this.#refusal === undefined) this.#push(frame.update);
    // Yjs repeats all deletions in each answer, including those of others: an update that adds nothing is not refused.
    else if (this.#room.editor.adds(frame.update)) this.send(deniedFrame(this.#refusal));
  }

  #push(update: Uint8Array): void {
    try {
      this.#room.push(this, update);
    } catch (error) {
      this.#denyIfOverQuota(error);
    }
  }

  /** Takes a large update, or refuses it as `#handle` does. Never rejects. */
  async #takeLarge(update: Uint8Array): Promise<void> {
    const refusal = this.#refusal;
    try {
      if (refusal === undefined)
        await this.#room.pushLarge(this, update).catch((error) => this.#denyIfOverQuota(error));
      else if (await this.#room.editor.addsLarge(update, this.#call)) this.send(deniedFrame(refusal));
    } catch (error) {
      this.close(...closeAfterWork(error));
    }
  }

  #denyIfOverQuota(error: unknown): void {
    if (!(error instanceof ApiError) || error.code !== "RESOURCE_EXHAUSTED") throw error;
    // Sent only once: at each later check the client sends everything that is missing again.
    if (!this.#isOverQuota) this.send(deniedFrame(error.message));
    this.#isOverQuota = true;
  }

  /** @returns how many bytes of the answer were created only for this client. */
  #sendMissing(stateVector: Uint8Array): number | Promise<number> {
    let bytes: number | Promise<number> = 0;
    this.#closingIfMalformed(() => {
      if (!this.#outgoing.isOpen) return;
      if (this.#outgoing.isFull) return this.#cutOff("too_slow");
      if (this.#unread.mustWait()) return this.#refuseLarge();
      if (isNothing(stateVector)) {
        bytes = this.#sendWhole();
        return;
      }
      // Yjs would repeat all deletions at each request, but a client that is synced has them, or they are on their way.
      const hasAll = this.#isSynced && Buffer.compare(stateVector, this.#room.editor.stateVector) === 0;
      const frame = missingFrame(hasAll ? NO_CHANGES : this.#room.editor.missing(stateVector, this.#isSynced));
      bytes = frame.length;
      this.#answer(webSocketFrame(frame));
    });
    return bytes;
  }

  #sendWhole(): number | Promise<number> {
    const { whole } = this.#room;
    if (whole instanceof Promise)
      return whole
        .then(
          (frames) => this.#answer(frames),
          (error) => this.close(...closeAfterWork(error)),
        )
        .then(() => 0);
    this.#answer(whole);
    return 0;
  }

  /** @returns how many bytes were sent. */
  #sendAwareness(): number {
    const { awarenessFrames } = this.#room;
    if (awarenessFrames) this.write(awarenessFrames);
    else this.send(awarenessFrame([]));
    return awarenessFrames?.length ?? 0;
  }
}

/** Whether a state vector is that of an empty document. */
function isNothing(stateVector: Uint8Array): boolean {
  return stateVector.length === 1 && stateVector[0] === 0;
}
