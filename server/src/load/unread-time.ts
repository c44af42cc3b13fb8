import { performance } from "node:perf_hooks";

/** Measurements of the event loop. */
export interface LoopClock {
  /** Monotonic clock, ms. */
  now(): number;
  /** Busy time of the loop since its start, ms. */
  busy(): number;
  /** Calls back when everything that has arrived so far has been read. */
  turnEnds(done: () => void): void;
}

/** Number of requests in a turn up to which there is no queue: so few have not waited for one another. */
const CROWD = 200;

/** The loop of this process. */
export const loopOfProcess: LoopClock = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
  turnEnds: (done) => void setImmediate(done),
};

/**
 * Bounds how long requests may have waited unread. A socket is read once per turn of the event loop; what arrives later
 * waits until the turn ends. Its arrival time is unknown, but the wait is no longer than the loop was busy.
 */
export class UnreadTime {
  readonly #loop: LoopClock;
  /** Requests read in this turn. */
  #count = 0;
  #isInTurn = false;
  #turnBegan = 0;
  #busyAtBegin = 0;
  /** When a turn last had more than `CROWD` requests. */
  #crowdedAt = Number.NEGATIVE_INFINITY;
  /** Maximum wait of this turn's requests during the previous turn, ms. */
  #before = 0;

  constructor(loop: LoopClock = loopOfProcess) {
    this.#loop = loop;
  }

  /** Call it when a request was read. @returns the maximum time that it may have queued, in ms; 0 if there was no queue. */
  longest(): number {
    if (!this.#isInTurn) this.#begin();
    this.#count++;
    if (this.#count <= CROWD) return this.#before;
    this.#crowdedAt = this.#loop.now();
    return this.#before + this.#crowdedAt - this.#turnBegan;
  }

  /** Whether, since a time in ms of the clock, there was a turn with so many requests that they waited for one another. */
  wasCrowdedSince(time: number): boolean {
    return this.#crowdedAt >= time;
  }

  #begin(): void {
    this.#isInTurn = true;
    this.#loop.turnEnds(() => {
      this.#isInTurn = false;
    });
    const busy = this.#loop.busy();
    this.#before = this.#count > CROWD ? busy - this.#busyAtBegin : 0;
    this.#busyAtBegin = busy;
    this.#turnBegan = this.#loop.now();
    this.#count = 0;
  }
}
