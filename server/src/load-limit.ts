import { performance } from "node:perf_hooks";

/** How busy the process is. */
export interface Load {
  /** A clock in ms that never goes back. */
  now(): number;
  /** Part of the time since the last call in which the event loop was not idle: 0 to 1. */
  utilization(): number;
}

/** How often the limit is set anew, in ms. */
const WINDOW = 100;
/** Time in ms in which the quickest requests should be answered. */
const TARGET = 50;
/** Part of the time from which on the event loop counts as busy. */
const BUSY = 0.9;
/** A process works on so many requests at once, however slow it has become. */
const LEAST = 200;
/** By how much the limit grows in a window in which it was too low. */
const GROWTH = 1.1;
/** By how much it falls in a window at most. */
const FALL = 0.5;

/**
 * How many requests a process should work on at once, found from how long they take. While the event loop is busy, those
 * under way wait for one another: when even the quickest of a window took longer than its target, there are too many.
 * Requests that are slow by themselves tell nothing, as others are quicker, or the event loop is idle meanwhile.
 */
export class LoadLimit {
  readonly #most: number;
  readonly #load: Load;
  #current: number;
  #windowBegan: number;
  #quickest = Number.POSITIVE_INFINITY;
  #hasRefused = false;

  /** @param most the limit of a process that is not busy. */
  constructor(most: number, load: Load = loadOfProcess()) {
    this.#most = most;
    this.#current = most;
    this.#load = load;
    this.#windowBegan = load.now();
  }

  /** Requests at once. */
  get current(): number {
    return this.#current;
  }

  /** A request has been answered. @param startedAt when it began, on the clock of `Load`. @param others still under way. */
  answered(startedAt: number, others: number): void {
    const now = this.#load.now();
    this.#quickest = Math.min(this.#quickest, now - startedAt);
    this.#adjust(now, others);
  }

  /** A request was refused because of the limit. @param others requests that are under way. */
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
