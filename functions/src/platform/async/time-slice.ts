/** How long work may block the event loop without a break, in ms. */
const LENGTH = 5;

/** The clock of a slice, and how it yields to other work. */
export interface SliceTiming {
  /** Monotonic clock, in ms. */
  now(): number;
  /** Calls `resume` in the next turn of the event loop, after the requests that have arrived meanwhile. */
  nextTurn(resume: () => void): void;
  /** Turns from the end of one slice to the next, which begins in the last of them. Default: 1. */
  turns?: number;
}

/** A short request takes up to four turns, so with four it rarely waits for more than one slice. */
const hostTiming: SliceTiming = {
  now: () => performance.now(),
  nextTurn: (resume) => void setImmediate(resume),
  turns: 4,
};

/**
 * Makes long work yield the event loop every 5 ms. Work that consists of many steps checks between two of them:
 * `if (slice.isOver) await slice.next();`.
 */
export class TimeSlice {
  readonly #timing: SliceTiming;
  #startedAt: number;
  #next: Promise<void> | undefined;
  #turn: Promise<void> | undefined;

  constructor(timing: SliceTiming = hostTiming) {
    this.#timing = timing;
    this.#startedAt = timing.now();
  }

  /** Starts a new slice; call it when the event loop has just been free. */
  begin(): void {
    this.#startedAt = this.#timing.now();
  }

  /** Whether the work has taken 5 ms since the slice began. */
  get isOver(): boolean {
    return this.#timing.now() - this.#startedAt >= LENGTH;
  }

  /**
   * Resolves a few turns of the event loop later, when a new slice begins; sooner if other work uses these turns for as
   * long as a slice. Callers that wait at the same time share a slice in the order of their calls: if they wait with
   * `while (slice.isOver) await slice.next();`, the last ones wait for later slices.
   */
  next(): Promise<void> {
    this.#next ??= new Promise((resolve) => {
      this.#pass(this.#timing.turns ?? 1, this.#timing.now(), () => {
        this.#next = undefined;
        resolve();
      });
    });
    return this.#next;
  }

  /** Resolves in the next turn. For short work, which need not wait for a slice. */
  turn(): Promise<void> {
    this.#turn ??= new Promise((resolve) =>
      this.#timing.nextTurn(() => {
        this.#turn = undefined;
        this.begin();
        resolve();
      }),
    );
    return this.#turn;
  }

  /** Leaves turns to other work. Each begins a new slice, for the short work that arrives meanwhile. */
  #pass(turns: number, since: number, resume: () => void): void {
    this.#timing.nextTurn(() => {
      this.begin();
      if (turns > 1 && this.#timing.now() - since < LENGTH) this.#pass(turns - 1, since, resume);
      else resume();
    });
  }
}

/** Longest list mapped in the current turn: reading a longer one has usually used up most of that turn. */
const SHORT = 20;

/** Like `Array.map`, but yields the event loop whenever a slice is over. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  slice = new TimeSlice(),
): Promise<Result[]> {
  const results: Result[] = [];
  if (items.length > SHORT) await slice.next();
  for (const item of items) {
    while (slice.isOver) await slice.next();
    results.push(map(item, results.length));
  }
  return results;
}
