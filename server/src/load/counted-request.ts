import { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Chunks that a body of any size may have. */
const MOST_CHUNKS = 16 * 1024;
/** Further bytes that allow one more chunk: even large bodies over slow connections arrive in fewer chunks. */
const BYTES_PER_CHUNK = 256;

/**
 * Creates the class of a server's requests, which counts the chunks of their bodies, read or not. Node spends some
 * microseconds on each: a body in chunks of one byte would block the process for seconds, even that of a stranger.
 * @param refuse answers and closes a connection whose request has too many chunks.
 */
export function countedRequest(refuse: (socket: Socket) => void): typeof IncomingMessage {
  return class CountedRequest extends IncomingMessage {
    #chunksLeft = MOST_CHUNKS;
    #isRefused = false;

    override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
      if (this.#isRefused) return false;
      if (chunk) this.#chunksLeft += chunk.length / BYTES_PER_CHUNK - 1;
      if (this.#chunksLeft >= 0) return super.push(chunk, encoding);
      this.#isRefused = true;
      refuse(this.socket);
      // Node stops reading.
      return false;
    }

    override _read(size: number): void {
      // Node would read on.
      if (!this.#isRefused) super._read(size);
    }

    /** Discards the rest after the answer. Node would no longer call `push`, and drop the listeners that count bytes. */
    _dump(): void {
      this.resume();
    }
  };
}
