import { framed, HEART_BEAT, type StreamEvent } from "./stream-events.ts";

/** A piece that is handed over at once, in bytes: it ends behind the event that makes it larger. */
const PIECE = 64 * 1024;
/** Whoever takes nothing for so many ms is cut off, and may come back. */
const STUCK = 60_000;

/** What a stream works with. */
export interface StreamHost {
  now(): number;
  /** Events that may wait at most. */
  most(): number;
  /** Called once, when nobody takes any more or the last piece was taken. */
  onEnd(): void;
}

/**
 * What is sent to one client, taken piece by piece by whoever holds the connection. What waits is the latest state of each
 * thing, so a slow reader costs no more than the document has things.
 */
export class OpenStream implements AsyncIterableIterator<Uint8Array> {
  readonly #host: StreamHost;
  readonly #waiting = new Map<string, StreamEvent>();
  /** All that waits, where others are sent the same bytes. */
  #shared: Uint8Array | undefined;
  /** How far who has been given all that waits has come. */
  #id = "";
  #heads: Buffer[] = [];
  #last: Buffer | undefined;
  #isOver = false;
  #wake: (() => void) | undefined;
  #takenAt: number;
  #cut: () => void = () => undefined;

  constructor(host: StreamHost) {
    this.#host = host;
    this.#takenAt = host.now();
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

  /**
   * Sends events, of what waits already the latest.
   * @param id how far the client has come with them.
   * @param bytes all of it as it is sent to others, too.
   */
  offer(events: readonly StreamEvent[], id: string, bytes?: Uint8Array): void {
    if (events.length === 0) return;
    this.#shared = this.#waiting.size === 0 ? bytes : undefined;
    for (const event of events) {
      // Told last: what changes again and again must not hold up the rest.
      this.#waiting.delete(event.key);
      this.#waiting.set(event.key, event);
    }
    this.#id = id;
    if (this.#waiting.size > this.#host.most()) this.#end(this.#cut);
    else this.#rouse();
  }

  /** Shows that the stream lives; cuts it off when nobody takes anything. */
  beat(): void {
    if (this.#wake) {
      this.#heads.push(HEART_BEAT);
      this.#rouse();
    } else if (this.#host.now() - this.#takenAt >= STUCK) this.#end(this.#cut);
  }

  /** Ends now and closes the connection, also where the last piece was taken and the client does not read it. */
  cut(): void {
    this.#end();
    this.#cut();
  }

  /** Ends with this; what waits is not told any more. */
  close(last: Buffer): void {
    this.#waiting.clear();
    this.#shared = undefined;
    this.#last ??= last;
    this.#rouse();
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    for (;;) {
      if (this.#isOver) return { done: true, value: undefined };
      const chunk = this.#take();
      if (chunk) {
        this.#takenAt = this.#host.now();
        return { done: false, value: chunk };
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
      const chunk = framed([...this.#heads, this.#last]);
      this.#end();
      return chunk;
    }
    if (this.#shared && this.#heads.length === 0) {
      const bytes = this.#shared;
      this.#shared = undefined;
      this.#waiting.clear();
      return bytes;
    }
    return this.#takeWaiting();
  }

  #takeWaiting(): Uint8Array | undefined {
    const frames = this.#heads;
    if (frames.length + this.#waiting.size === 0) return undefined;
    this.#heads = [];
    this.#shared = undefined;
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
    this.#shared = undefined;
    this.#rouse();
    this.#host.onEnd();
    also();
  }
}
