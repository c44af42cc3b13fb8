import { performance } from "node:perf_hooks";

/** The event loop, as far as waiting goes. */
export interface LoopClock {
  /** A clock in ms that never goes back. */
  now(): number;
  /** For how many ms the loop has been busy since its start. */
  busy(): number;
  /** Calls back when everything that has arrived by now has been read. */
  turnEnds(done: () => void): void;
}

/** Requests of a turn below which there is no crowd: whatever they have waited for, it was not for one another. */
const CROWD = 200;

const loopOfProcess: LoopClock = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
  turnEnds: (done) => void setImmediate(done),
};

/**
 * How long requests may have waited before anybody read them. A socket is read once in a turn of the event loop; what comes
 * behind that waits for as long as the turn takes. Nothing tells since when, but no longer than the loop has been busy.
 */
export class UnreadTime {
  readonly #loop: LoopClock;
  /** Requests read in this turn. */
  #count = 0;
  #isInTurn = false;
  #turnBegan = 0;
  #busyAtBegin = 0;
  /** What the turn before may have made requests of this one wait for, in ms. */
  #before = 0;

  constructor(loop: LoopClock = loopOfProcess) {
    this.#loop = loop;
  }

  /** A request was just read. @returns most ms for which it may have waited in a crowd; 0 where there was none. */
  longest(): number {
    if (!this.#isInTurn) this.#begin();
    this.#count++;
    return this.#before + (this.#count > CROWD ? this.#loop.now() - this.#turnBegan : 0);
  }

  /** Whether the requests of the last turn are so many that they wait for one another. */
  get isCrowded(): boolean {
    return this.#count > CROWD;
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
