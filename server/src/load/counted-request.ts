import { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Chunks that a body of any size may have. */
const MOST_CHUNKS = 16 * 1024;
/** Further bytes that allow one more chunk: even large bodies over slow connections arrive in fewer chunks. */
const BYTES_PER_CHUNK = 256;
/** Small chunks of a body that cannot be refused because of other bodies. */
const OWN_CHUNKS = 256;
/**
 * Further small chunks that all bodies may have in one turn of the event loop. A turn reads from every connection before
 * anybody else gets on, so a hundred bodies that each stay below the limit would block the process for seconds.
 */
const MOST_PER_TURN = 2 * MOST_CHUNKS;

/**
 * Creates the class of a server's requests, which counts the chunks of their bodies, read or not. Node spends some
 * microseconds on each: a body in chunks of one byte would block the process for seconds, even that of a stranger.
 * @param refuse answers and closes a connection whose request has too many chunks.
 */
export function countedRequest(refuse: (socket: Socket) => void): typeof IncomingMessage {
  let inTurn = 0;
  const beginTurn = () => {
    inTurn = 0;
  };
  const countInTurn = () => {
    if (inTurn++ === 0) setImmediate(beginTurn);
  };
  return class CountedRequest extends IncomingMessage {
    #chunksLeft = MOST_CHUNKS;
    #isRefused = false;

    override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
      if (this.#isRefused) return false;
      if (chunk) this.#chunksLeft += chunk.length / BYTES_PER_CHUNK - 1;
      const isCounted = chunk !== null && this.#chunksLeft < MOST_CHUNKS - OWN_CHUNKS;
      if (isCounted) countInTurn();
      if (this.#chunksLeft >= 0 && !(isCounted && inTurn > MOST_PER_TURN)) return super.push(chunk, encoding);
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
