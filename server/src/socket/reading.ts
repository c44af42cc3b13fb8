import type { Writable } from "node:stream";

/** What is queued for a client in the process, what the kernel has taken of it, and what the client has sent. */
export type SocketStream = Pick<Writable, "write" | "writableLength"> & {
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  bytesWritten?: number;
  bytesRead?: number;
  /** Bytes of the current write that the kernel has not taken. Node uses the same number for socket timeouts. */
  _handle?: { writeQueueSize?: number } | null;
};

/** Finds out whether the client of a connection reads what is queued for it, however slowly. */
export class Reading {
  readonly #stream: SocketStream;
  #taken = -1;
  #idleLooks = 0;

  constructor(stream: SocketStream) {
    this.#stream = stream;
  }

  /**
   * Checks again.
   * @returns how many checks in a row the client has read nothing of what is queued; undefined if nothing is queued.
   */
  look(): number | undefined {
    const { writableLength, bytesWritten = 0, _handle } = this.#stream;
    if (writableLength === 0) {
      this.#taken = -1;
      return undefined;
    }
    const takenBytes = bytesWritten - writableLength - (_handle?.writeQueueSize ?? 0);
    this.#idleLooks = takenBytes === this.#taken ? this.#idleLooks + 1 : 0;
    this.#taken = takenBytes;
    return this.#idleLooks;
  }
}
