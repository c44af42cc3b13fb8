import { TimeSlice } from "@atrium/functions/platform/async/time-slice";

/** The slices that the messages of all connections share: one packet may hold thousands, each with work of its own. */
export class MessageSlices {
  readonly #slice: TimeSlice;
  /** Whether the slice is of this turn of the event loop. */
  #hasBegun = false;

  constructor(slice = new TimeSlice()) {
    this.#slice = slice;
  }

  /** Whether messages have taken so much of this turn that others come first. */
  get isOver(): boolean {
    if (this.#hasBegun) return this.#slice.isOver;
    this.#hasBegun = true;
    this.#slice.begin();
    void this.#slice.turn().then(() => {
      this.#hasBegun = false;
    });
    return false;
  }

  /** Resolves where messages may go on, after others. */
  async next(): Promise<void> {
    while (this.#slice.isOver) await this.#slice.next();
  }
}

/** What an inbox asks of its connection. */
export interface InboxHost<Message> {
  handle(message: Message): void;
  /** Stops reading: messages that have been read still come. */
  pause(): void;
  resume(): void;
}

/** Hands over the messages of one connection in their order: at once, or where the slice is over in later ones. */
export class Inbox<Message> {
  readonly #slices: MessageSlices;
  readonly #host: InboxHost<Message>;
  #waiting: Message[] = [];
  #emptied: Promise<void> | undefined;

  constructor(slices: MessageSlices, host: InboxHost<Message>) {
    this.#slices = slices;
    this.#host = host;
  }

  take(message: Message): void {
    if (this.#emptied) this.#waiting.push(message);
    else if (!this.#slices.isOver) this.#host.handle(message);
    else {
      this.#waiting.push(message);
      this.#emptied = this.#empty();
    }
  }

  /** Calls `done` when all messages so far are handed over: now, if they are. */
  afterwards(done: () => void): void {
    if (this.#emptied) void this.#emptied.then(done);
    else done();
  }

  async #empty(): Promise<void> {
    this.#host.pause();
    await this.#slices.next();
    // More may be added meanwhile, to the same list.
    for (const message of this.#waiting) {
      await this.#slices.next();
      this.#host.handle(message);
    }
    this.#waiting = [];
    this.#emptied = undefined;
    this.#host.resume();
  }
}
