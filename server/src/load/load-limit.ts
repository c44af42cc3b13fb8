import { performance } from "node:perf_hooks";

/** Load of the process. */
export interface Load {
  /** Monotonic clock, ms. */
  now(): number;
  /** Utilization of the event loop since the last call: 0 to 1. */
  utilization(): number;
}

/** Interval of adjustments, ms. */
const WINDOW = 100;
/** Target latency of the quickest requests, ms. */
const TARGET = 50;
/** Utilization at which the event loop counts as busy. */
const BUSY = 0.9;
/** Lower bound of the limit, however slow the process is. */
const LEAST = 200;
/** Factor by which the limit grows after a window in which it was reached. */
const GROWTH = 1.1;
/** Smallest factor by which the limit falls in one window. */
const FALL = 0.5;

/**
 * Adapts the limit of concurrent requests to their latency. While the event loop is busy, requests wait for one another:
 * if even the quickest one of a window exceeded the target, there are too many. Requests that are slow by themselves
 * have no influence: others are quicker, or the event loop is idle.
 */
export class LoadLimit {
  readonly #most: number;
  readonly #load: Load;
  #current: number;
  #windowBegan: number;
  #quickest = Number.POSITIVE_INFINITY;
  #hasRefused = false;

  /** @param most limit of a process that is not busy. */
  constructor(most: number, load: Load = loadOfProcess()) {
    this.#most = most;
    this.#current = most;
    this.#load = load;
    this.#windowBegan = load.now();
  }

  /** Current limit of concurrent requests. */
  get current(): number {
    return this.#current;
  }

  /** Records a finished request. @param startedAt time on the clock of `Load`. @param others concurrent requests. */
  answered(startedAt: number, others: number): void {
    const now = this.#load.now();
    this.#quickest = Math.min(this.#quickest, now - startedAt);
    this.#adjust(now, others);
  }

  /** Records a refusal caused by the limit. @param others concurrent requests. */
  refused(others: number): void {
    this.#hasRefused = true;
    this.#adjust(this.#load.now(), others);
  }

  now(): number {
    return this.#load.now();
  }

  #adjust(now: number, underWay: number): void {
    if (now - this.#windowBegan < WINDOW) return;
    this.#current = Math.min(this.#most, this.#next(underWay));
    this.#windowBegan = now;
    this.#quickest = Number.POSITIVE_INFINITY;
    this.#hasRefused = false;
  }

  #next(underWay: number): number {
    if (this.#load.utilization() < BUSY) return this.#most;
    if (this.#quickest > TARGET) {
      const fitting = Math.min(this.#current, underWay) * Math.max(FALL, TARGET / this.#quickest);
      return Math.max(LEAST, Math.floor(fitting));
    }
    return this.#hasRefused ? Math.floor(this.#current * GROWTH) : this.#current;
  }
}

function loadOfProcess(): Load {
  let last = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    utilization() {
      const current = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(current, last);
      last = current;
      return utilization;
    },
  };
}
