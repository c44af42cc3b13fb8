import { framed, HEART_BEAT, type StreamBatch, type StreamEvent } from "#domain/stream-events";

/** A piece that is handed over at once, in bytes: it ends behind the event that makes it larger. */
const PIECE = 64 * 1024;
/** Whoever takes nothing for so many ms is cut off, and may come back. */
const STUCK = 60_000;
/** Events that may wait beyond those of a document as it is. */
const SPARE = 1000;

/**
 * What is sent to one client, taken piece by piece by whoever holds the connection. What waits is the latest state of each
 * thing, so a slow reader costs no more than the document has things.
 */
export class OpenStream implements AsyncIterableIterator<Uint8Array> {
  readonly #now: () => number;
  readonly #onEnd: () => void;
  readonly #waiting = new Map<string, StreamEvent>();
  /** Where the waiting events are exactly those of one batch. */
  #batch: StreamBatch | undefined;
  /** How far who has been given all that waits has come. */
  #id = "";
  #heads: Buffer[] = [];
  #last: Buffer | undefined;
  #isOver = false;
  #wake: (() => void) | undefined;
  #takenAt: number;
  #cut: () => void = () => undefined;

  /** @param onEnd called once, when nobody takes any more or the last piece was taken. */
  constructor(now: () => number, onEnd: () => void) {
    this.#now = now;
    this.#onEnd = onEnd;
    this.#takenAt = now();
  }

  /** @param cut closes a connection that takes nothing any more. */
  onCut(cut: () => void): void {
    this.#cut = cut;
  }

  /** Sends this before everything that waits. @param id how far the client has come with all that waits. */
  begin(head: Buffer, events: Iterable<StreamEvent>, id: string): void {
    this.#heads.push(head);
    for (const event of events) this.#waiting.set(event.key, event);
    this.#id = id;
    this.#rouse();
  }

  /** @param seen those of its events that the client may see. */
  offer(batch: StreamBatch, seen: readonly StreamEvent[], documentSize: number): void {
    if (seen.length === 0) return;
    this.#batch = this.#waiting.size === 0 && seen.length === batch.events.length ? batch : undefined;
    for (const event of seen) {
      // Told last: what changes again and again must not hold up the rest.
      this.#waiting.delete(event.key);
      this.#waiting.set(event.key, event);
    }
    this.#id = batch.id;
    if (this.#waiting.size > documentSize + SPARE) this.#end(this.#cut);
    else this.#rouse();
  }

  /** Shows that the stream lives; cuts it off when nobody takes anything. */
  beat(): void {
    if (this.#wake) {
      this.#heads.push(HEART_BEAT);
      this.#rouse();
    } else if (this.#now() - this.#takenAt >= STUCK) this.#end(this.#cut);
  }

  /** Ends with this; what waits is not told any more. */
  close(last: Buffer): void {
    this.#waiting.clear();
    this.#batch = undefined;
    this.#last ??= last;
    this.#rouse();
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    for (;;) {
      if (this.#isOver) return { done: true, value: undefined };
      const piece = this.#take();
      if (piece) {
        this.#takenAt = this.#now();
        return { done: false, value: piece };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The client has gone. */
  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): Uint8Array | undefined {
    if (this.#last) {
      const piece = framed([...this.#heads, this.#last]);
      this.#end();
      return piece;
    }
    if (this.#batch && this.#heads.length === 0) {
      const { bytes } = this.#batch;
      this.#batch = undefined;
      this.#waiting.clear();
      return bytes;
    }
    return this.#takeWaiting();
  }

  #takeWaiting(): Uint8Array | undefined {
    const frames = this.#heads;
    if (frames.length + this.#waiting.size === 0) return undefined;
    this.#heads = [];
    this.#batch = undefined;
    const isOnlyBeat = this.#waiting.size === 0 && frames.every((frame) => frame === HEART_BEAT);
    let size = 0;
    for (const [key, { frame }] of this.#waiting) {
      if (size >= PIECE) break;
      frames.push(frame);
      size += frame.length;
      this.#waiting.delete(key);
    }
    return framed(frames, this.#waiting.size > 0 || isOnlyBeat ? undefined : this.#id);
  }

  #rouse(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  #end(also: () => void = () => undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiting.clear();
    this.#batch = undefined;
    this.#rouse();
    this.#onEnd();
    also();
  }
}
