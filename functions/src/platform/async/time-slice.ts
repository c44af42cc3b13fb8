/** How long work may block the event loop without a break, in ms. */
const LENGTH = 5;

/** The clock of a slice, and how it yields to other work. */
export interface SliceTiming {
  /** Monotonic clock, in ms. */
  now(): number;
  /** Calls `resume` in the next turn of the event loop, after the requests that have arrived meanwhile. */
  nextTurn(resume: () => void): void;
}

const hostTiming: SliceTiming = { now: () => performance.now(), nextTurn: (resume) => void setImmediate(resume) };

/**
 * Makes long work yield the event loop every 5 ms. Work that consists of many steps checks between two of them:
 * `if (slice.isOver) await slice.next();`.
 */
export class TimeSlice {
  readonly #timing: SliceTiming;
  #startedAt: number;
  #next: Promise<void> | undefined;

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
   * Resolves in the next turn of the event loop, where a new slice begins. Callers that wait for the same turn share its
   * slice in the order of their calls; with `while (slice.isOver) await slice.next();` the last ones wait for later turns.
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

/** Longer lists are mapped in turns of their own: reading them has usually taken most of the current one. */
const SHORT = 20;

/** As `map`, and lets others work in between. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
  slice = new TimeSlice(),
): Promise<Result[]> {
  const results: Result[] = [];
  if (items.length > SHORT) await slice.next();
  for (const item of items) {
    if (slice.isOver) await slice.next();
    results.push(map(item));
  }
  return results;
}
