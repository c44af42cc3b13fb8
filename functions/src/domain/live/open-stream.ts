import { TimeSlice } from "#platform/async/time-slice";
import { framed, HEART_BEAT, type WaitingEvent } from "./stream-events.ts";

/** Size of a chunk, in bytes: it ends after the event that exceeds it. */
const CHUNK_SIZE = 64 * 1024;
/** A client that reads nothing for this many ms is disconnected, and may reconnect. */
const READ_TIMEOUT = 60_000;
/** Maximum bytes of waiting events that no other stream shares: a client with more is cut off. */
const MAX_OWN_BYTES = 16 * 1024 * 1024;

/** Why the server has cut off a client: it has read nothing for a minute, or too much waits for it. */
export type StreamCut = "unread" | "too_slow";

/** What a stream needs from its host. */
export interface StreamHost {
  now(): number;
  /** Maximum number of waiting events. */
  maxWaiting(): number;
  /** Called once, when the client has left, was cut off, or has read the last chunk. */
  onEnd(cut?: StreamCut): void;
}

/**
 * The events for one client, read chunk by chunk as the connection accepts them. Only the latest state of each item waits, so
 * a slow reader costs no more than the items of the document.
 */
export class OpenStream implements AsyncIterableIterator<Uint8Array> {
  readonly #host: StreamHost;
  readonly #waiting = new Map<string, WaitingEvent>();
  #ownBytes = 0;
  /** All waiting events as bytes that several streams share. */
  #shared: Uint8Array | undefined;
  /** Position of a client that has read all waiting events. */
  #id = "";
  #heads: Buffer[] = [];
  /** A connection may accept many chunks in one turn of the event loop, and creating one takes some ms. */
  readonly #slice: TimeSlice;
  #last: Buffer | undefined;
  #isHeld = false;
  #isOver = false;
  #wake: (() => void) | undefined;
  /** Whether the connection has asked for a chunk and has none yet. */
  #isAwaited = false;
  #readAt: number;
  #cut: () => void = () => undefined;

  constructor(host: StreamHost, slice = new TimeSlice()) {
    this.#host = host;
    this.#slice = slice;
    this.#readAt = host.now();
  }

  /** @param cut closes a connection whose client no longer reads. */
  onCut(cut: () => void): void {
    this.#cut = cut;
  }

  /** Sends `head` before all waiting events. @param id position of a client that has read all of them. */
  begin(head: Buffer, events: Iterable<WaitingEvent>, id: string): void {
    this.#heads.push(head);
    for (const event of events) this.#add(event);
    this.#id = id;
    this.#rouse();
  }

  /**
   * Sends events; each replaces a waiting one of the same item.
   * @param id position of a client that has read them.
   * @param bytes the events as bytes that several streams share.
   */
  offer(events: readonly WaitingEvent[], id: string, bytes?: Uint8Array): void {
    if (events.length === 0) return;
    this.#shared = this.#waiting.size === 0 ? bytes : undefined;
    for (const event of events) this.#add(event);
    this.#id = id;
    const isTooMuch = this.#waiting.size > this.#host.maxWaiting() || this.#ownBytes > MAX_OWN_BYTES;
    if (isTooMuch) this.#cutOff("too_slow");
    else this.#rouse();
  }

  /** Keeps back everything but the last event until `release`: the user may not be allowed to see it. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#rouse();
  }

  #add(event: WaitingEvent): void {
    // Moved to the end, so that an item that changes often does not delay the others.
    this.#remove(this.#waiting.get(event.key));
    this.#waiting.set(event.key, event);
    this.#ownBytes += event.ownBytes ?? 0;
  }

  #remove(event: WaitingEvent | undefined): void {
    if (!event) return;
    this.#waiting.delete(event.key);
    this.#ownBytes -= event.ownBytes ?? 0;
  }

  #clear(): void {
    this.#waiting.clear();
    this.#ownBytes = 0;
  }

  /** Sends a heartbeat, or disconnects a client that reads nothing. */
  beat(): void {
    if (this.#isAwaited) {
      this.#heads.push(HEART_BEAT);
      this.#rouse();
    } else if (this.#host.now() - this.#readAt >= READ_TIMEOUT) this.#cutOff("unread");
  }

  /** Ends now and closes the connection, even if the client has not read the last chunk. */
  cut(): void {
    this.#end();
    this.#cut();
  }

  /** Ends with this event; waiting ones are dropped. */
  close(last: Buffer): void {
    this.#clear();
    this.#shared = undefined;
    this.#last ??= last;
    this.#rouse();
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    this.#isAwaited = true;
    for (;;) {
      if (this.#slice.isOver) await this.#slice.next();
      if (this.#isOver) return { done: true, value: undefined };
      const chunk = this.#take();
      if (chunk) {
        this.#isAwaited = false;
        this.#readAt = this.#host.now();
        return { done: false, value: chunk };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#slice.begin();
    }
  }

  /** Called when the client has disconnected. */
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
    if (this.#isHeld) return undefined;
    if (this.#shared && this.#heads.length === 0) {
      const bytes = this.#shared;
      this.#shared = undefined;
      this.#clear();
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
    for (const event of this.#waiting.values()) {
      const { frame } = event;
      // A large frame goes alone, as it is: joining it with others would copy it.
      if (size >= CHUNK_SIZE || (frames.length > 0 && frame.length >= CHUNK_SIZE)) break;
      frames.push(frame);
      size += frame.length;
      this.#remove(event);
    }
    return framed(frames, this.#waiting.size > 0 || isOnlyBeat ? undefined : this.#id);
  }

  #rouse(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  #cutOff(reason: StreamCut): void {
    if (this.#isOver) return;
    this.#end(reason);
    this.#cut();
  }

  #end(cut?: StreamCut): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#clear();
    this.#shared = undefined;
    this.#rouse();
    this.#host.onEnd(cut);
  }
}
