import { TimeSlice } from "@atrium/functions/platform/async/time-slice";
import type { SlowWork } from "./slow-work.ts";

/** The time slices shared by the messages of all connections: one packet may contain thousands of messages. */
export class MessageSlices {
  readonly #slice: TimeSlice;
  /** Whether the current slice began in this turn of the event loop. */
  #hasBegun = false;

  constructor(slice = new TimeSlice()) {
    this.#slice = slice;
  }

  /** Whether messages have used up their share of this turn, so that other work comes first. */
  get isOver(): boolean {
    if (this.#hasBegun) return this.#slice.isOver;
    this.#hasBegun = true;
    this.#slice.begin();
    void this.#slice.turn().then(() => {
      this.#hasBegun = false;
    });
    return false;
  }

  /** Resolves when messages may be handled again, after other work. */
  async next(): Promise<void> {
    while (this.#slice.isOver) await this.#slice.next();
  }
}

/** What an inbox needs from its connection. */
export interface InboxHost<Message> {
  /** @returns a promise if it takes long elsewhere: later messages then wait, and nothing else does. */
  handle(message: Message): Promise<void> | void;
  /** Whether handling it may take long. */
  isLarge(message: Message): boolean;
  /** Stops reading; messages that have been read already still arrive. */
  pause(): void;
  resume(): void;
}

/**
 * Handles the messages of one connection in order: at once, or, if the slice is used up, in later slices. A large
 * message, and one after a message that was slow, takes its turn among the slow work of all connections.
 */
export class Inbox<Message> {
  readonly #slices: MessageSlices;
  readonly #slowWork: SlowWork;
  readonly #host: InboxHost<Message>;
  #waiting: Message[] = [];
  #emptied: Promise<void> | undefined;
  #wasSlow = false;

  constructor({ slices, slowWork }: { slices: MessageSlices; slowWork: SlowWork }, host: InboxHost<Message>) {
    this.#slices = slices;
    this.#slowWork = slowWork;
    this.#host = host;
  }

  take(message: Message): void {
    if (this.#emptied) this.#waiting.push(message);
    else if (!this.#slices.isOver && !this.#mayBeSlow(message))
      this.#wasSlow = this.#slowWork.do(() => void this.#host.handle(message));
    else {
      this.#waiting.push(message);
      this.#emptied = this.#empty();
    }
  }

  /** Calls `done` once all messages so far have been handled: at once, if none are waiting. */
  afterwards(done: () => void): void {
    if (this.#emptied) void this.#emptied.then(done);
    else done();
  }

  async #empty(): Promise<void> {
    this.#host.pause();
    await this.#slices.next();
    // More messages may be added to the same list in the meantime.
    for (const message of this.#waiting) {
      await this.#slices.next();
      let isHandled: Promise<void> | undefined;
      const handle = () => {
        isHandled = this.#host.handle(message) ?? undefined;
      };
      this.#wasSlow = this.#mayBeSlow(message) ? await this.#slowWork.turn(handle) : this.#slowWork.do(handle);
      await isHandled;
    }
    this.#waiting = [];
    this.#emptied = undefined;
    this.#host.resume();
  }

  #mayBeSlow(message: Message): boolean {
    return this.#wasSlow || this.#host.isLarge(message);
  }
}
