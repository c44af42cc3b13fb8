/** How long work may block the event loop without a break, in ms. */
const LENGTH = 5;

/** The clock of a slice, and how it yields to other work. */
export interface SliceTiming {
  /** Monotonic clock, in ms. */
  now(): number;
  /** Calls `resume` in the next turn of the event loop, after the requests that have arrived meanwhile. */
  nextTurn(resume: () => void): void;
  /** Turns between two slices, of which the second begins in the last one. Default: 1. */
  turns?: number;
}

/** A short request takes up to four turns: so it rarely waits for more than one slice. */
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

  /** Starts a new slice; to be called when the event loop has just been free. */
  begin(): void {
    this.#startedAt = this.#timing.now();
  }

  /** Whether the work has taken 5 ms since the slice began. */
  get isOver(): boolean {
    return this.#timing.now() - this.#startedAt >= LENGTH;
  }

  /**
   * Resolves a few turns of the event loop later, where a new slice begins: sooner when others use these turns for as long as
   * a slice. Callers that wait at the same time share a slice in the order of their calls; with
   * `while (slice.isOver) await slice.next();` the last ones wait for later slices.
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

  /** Resolves in the next turn, for work that is short: it need not wait for a slice. */
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

  /** Leaves turns to others. Each begins a new slice, for the short work that comes meanwhile. */
  #pass(turns: number, since: number, resume: () => void): void {
    this.#timing.nextTurn(() => {
      this.begin();
      if (turns > 1 && this.#timing.now() - since < LENGTH) this.#pass(turns - 1, since, resume);
      else resume();
    });
  }
}

/** Longer lists are mapped in turns of their own: reading them has usually taken most of the current one. */
const SHORT = 20;

/** As `map`, and lets others work in between. */
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
