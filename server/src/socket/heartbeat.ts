import type { WebSocket } from "ws";
import type { Connection } from "./connection.ts";
import { Reading } from "./reading.ts";

/** Number of beats, of 12 s each, in which a client may read nothing of what is queued for it, whatever it sends. */
const MAX_IDLE_BEATS = 5;
/**
 * Number of pongs that a client may send between two beats. It may send some unasked, but each takes processing time
 * without passing the inbox, and a packet may contain ten thousand.
 */
const MAX_PONGS = 100;

/** What a heartbeat needs from its connection. */
export interface HeartbeatHost {
  /** Ends the connection at once. */
  cutOff(reason: "unread" | "silent" | "pongs"): void;
  /** Sends a message without content. */
  sendNothing(): void;
}

/** Finds out whether the client of a connection is alive, and shows the client that the server is. */
export class Heartbeat {
  readonly #socket: WebSocket;
  readonly #stream: Connection["stream"];
  readonly #reading: Reading;
  readonly #host: HeartbeatHost;
  /** Whether something was sent since the last beat. */
  #hasSent = true;
  /** Whether the client has answered the last ping. */
  #isAlive = true;
  /** Bytes that had arrived at the last beat. */
  #bytesRead = 0;
  /** Number of pongs since the last beat. */
  #pongs = 0;

  constructor({ socket, stream }: Pick<Connection, "socket" | "stream">, host: HeartbeatHost) {
    this.#socket = socket;
    this.#stream = stream;
    this.#reading = new Reading(stream);
    this.#host = host;
    socket.on("pong", () => {
      this.#isAlive = true;
      // Once only: those that have been read already still arrive.
      if (++this.#pongs === MAX_PONGS + 1) host.cutOff("pongs");
    });
  }

  /** Call it when something was sent. */
  sent(): void {
    this.#hasSent = true;
  }

  /** Sends a heartbeat, and checks whether the client is alive. */
  beat(): void {
    const { bytesRead = 0 } = this.#stream;
    const idleBeats = this.#reading.look();
    // A client that slowly reads something large only gets the ping after it, and one that sends something large can
    // only answer after it.
    const isBusy = idleBeats === 0 || bytesRead !== this.#bytesRead;
    if (!isBusy && !this.#isAlive) this.#host.cutOff("silent");
    else if ((idleBeats ?? 0) >= MAX_IDLE_BEATS) this.#host.cutOff("unread");
    this.#bytesRead = bytesRead;
    this.#isAlive = false;
    this.#pongs = 0;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
    // Stock clients leave after half a minute without a message.
    if (!this.#hasSent) this.#host.sendNothing();
    this.#hasSent = false;
  }
}
