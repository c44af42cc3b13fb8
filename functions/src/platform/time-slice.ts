/** How long one stretch of work may keep the event loop, in ms. */
const LENGTH = 5;

/** What a slice measures time with, and how it lets others work. */
export interface SliceTiming {
  /** A clock in ms that never goes back. */
  now(): number;
  /** Calls `resume` in the next turn of the event loop, behind the requests that have arrived meanwhile. */
  nextTurn(resume: () => void): void;
}

const hostTiming: SliceTiming = { now: () => performance.now(), nextTurn: (resume) => void setImmediate(resume) };

/**
 * Lets long work share the event loop: after 5 ms of it everybody else gets a turn. Work that consists of many steps asks
 * between two of them: `if (slice.isOver) await slice.next();`.
 */
export class TimeSlice {
  readonly #timing: SliceTiming;
  #startedAt: number;
  #next: Promise<void> | undefined;

  constructor(timing: SliceTiming = hostTiming) {
    this.#timing = timing;
    this.#startedAt = timing.now();
  }

  /** A slice begins now: the event loop has been free until this moment. */
  begin(): void {
    this.#startedAt = this.#timing.now();
  }

  /** Whether the work has taken 5 ms since the slice began. */
  get isOver(): boolean {
    return this.#timing.now() - this.#startedAt >= LENGTH;
  }

  /**
   * Resolves in the next turn of the event loop, where a new slice begins. Whoever waits for the same turn shares its slice,
   * in the order of asking: `while (slice.isOver) await slice.next();` leaves the rest of them to later turns.
   */
  next(): Promise<void> {
    this.#next ??= new Promise((resolve) =>
      this.#timing.nextTurn(() => {
        this.#next = undefined;
        this.begin();
        resolve();
      }),
    );
    return this.#next;
  }
}
