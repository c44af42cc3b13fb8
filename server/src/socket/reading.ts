import type { Writable } from "node:stream";

/** What tells whether a client reads: what waits in the process, and what the kernel has taken. */
export type SocketStream = Pick<Writable, "write" | "writableLength"> & {
  bytesWritten?: number;
  /** Node lets a socket time out by the same number: bytes of the write under way that the kernel has not taken. */
  _handle?: { writeQueueSize?: number } | null;
};

/** Finds out whether the client of a connection takes what waits for it, however slowly. */
export class Reading {
  readonly #stream: SocketStream;
  #taken = -1;
  #idleLooks = 0;

  constructor(stream: SocketStream) {
    this.#stream = stream;
  }

  /** Looks again. @returns how many looks in a row the client has taken nothing of what waits; undefined when nothing waits. */
  look(): number | undefined {
    const { writableLength, bytesWritten = 0, _handle } = this.#stream;
    if (writableLength === 0) {
      this.#taken = -1;
      return undefined;
    }
    const taken = bytesWritten - writableLength - (_handle?.writeQueueSize ?? 0);
    this.#idleLooks = taken === this.#taken ? this.#idleLooks + 1 : 0;
    this.#taken = taken;
    return this.#idleLooks;
  }
}
