import type { UnreadReplies } from "./unread-replies.ts";

/**
 * Counts WebSocket frames until they are sent, together with HTTP replies. A frame that several clients wait for counts
 * once.
 */
export class UnreadFrames {
  readonly #replies: Pick<UnreadReplies, "mustWait" | "hold">;
  readonly #waiting = new Map<Buffer, { readers: number; release: () => void }>();

  constructor(replies: Pick<UnreadReplies, "mustWait" | "hold">) {
    this.#replies = replies;
  }

  /** Whether an address has to read first. */
  mustWait(address: string): boolean {
    return this.#replies.mustWait(() => address);
  }

  /** Counts the frames of one connection. The connection keeps only the returned object, not the request that opened it. */
  of(address: string): { mustWait(): boolean; add(frame: Buffer): () => void; hold(bytes: number): () => void } {
    return {
      mustWait: () => this.mustWait(address),
      add: (frame) => this.add(frame, address),
      hold: (bytes) => this.#replies.hold(address, bytes),
    };
  }

  /** Counts a frame for one reader. @returns a function to call once it is sent or its connection has ended. */
  add(frame: Buffer, address: string): () => void {
    const entry = this.#waiting.get(frame) ?? { readers: 0, release: this.#replies.hold(address, frame.length) };
    entry.readers++;
    this.#waiting.set(frame, entry);
    return () => {
      if (--entry.readers > 0) return;
      this.#waiting.delete(frame);
      entry.release();
    };
  }
}
