import type { Foreground } from "./foreground.ts";
import { hostTimer, type SetTimer, waitAtMost } from "./timer.ts";

/** How long a step may use the processor while requests come, in ms: a request that arrives during it waits for its end. */
const SHORT = 1;
/** The same while the work has not used more than `LITTLE`, in ms: little work is soon done, and somebody waits for it too. */
const FIRST = 6;
const LITTLE = 30;
/** Requests come as long as the last one has been answered less than this many ms ago. */
const QUIET_AFTER = 1000;
/** Longest time that a step waits for requests, in ms: they may wait for another server, or never be fewer. */
const LONGEST_WAIT = 20;
/** A step is at most so many times as large as the one before it. */
const GROWTH = 2;

/** The clocks of steps. */
export interface StepTiming {
  /** CPU time of this thread, in ms: on a machine that others keep busy, a step takes long in which it does little. */
  cpuTime(): number;
  /** Calls `resume` in the next turn of the event loop, after the requests that have arrived meanwhile. */
  nextTurn(resume: () => void): void;
  timer: SetTimer;
}

/** How many things one step takes. */
export interface StepSizes {
  /** The size of a step that takes long however few things it takes. */
  least: number;
  /** The size of the first step. */
  first: number;
  /** While nobody waits. */
  most: number;
}

const hostTiming: StepTiming = {
  cpuTime() {
    // Earlier versions of Node know the time of all threads alone.
    const measure = (process as Partial<NodeJS.Process>).threadCpuUsage ?? process.cpuUsage;
    const { user, system } = measure();
    return (user + system) / 1000;
  },
  nextTurn: (resume) => void setImmediate(resume),
  timer: hostTimer,
};

/**
 * Lets requests go before background work, which consists of steps: each begins when no request is under way, and takes as
 * much as fits a short time. While no requests come, steps are as large as they may be.
 */
export class BackgroundSteps {
  readonly #foreground: Foreground;
  readonly #sizes: StepSizes;
  readonly #timing: StepTiming;
  #size: number;
  /** CPU time of all steps so far, in ms. */
  #used = 0;
  /** CPU time of the step so far, up to its last interruption, in ms. */
  #usedInStep = 0;
  #cpuAtStart: number;

  constructor(foreground: Foreground, sizes: StepSizes, timing: StepTiming = hostTiming) {
    this.#foreground = foreground;
    this.#sizes = sizes;
    this.#timing = timing;
    this.#size = sizes.first;
    this.#cpuAtStart = timing.cpuTime();
  }

  /** How many things the next step takes. */
  get size(): number {
    return this.#size;
  }

  /** Ends a step. Resolves when the next one may begin. */
  async next(): Promise<void> {
    const used = this.#usedInStep + this.#sinceStart();
    this.#used += used;
    const isQuiet = this.#foreground.quietFor > QUIET_AFTER;
    const longest = this.#used > LITTLE ? SHORT : FIRST;
    const factor = isQuiet ? GROWTH : Math.min(GROWTH, longest / used);
    const { least, most } = this.#sizes;
    this.#size = Math.max(least, Math.min(most, Math.round(factor * this.#size)));
    await this.pause();
  }

  /** Lets requests go first within a step, which goes on afterwards. */
  async interrupt(): Promise<void> {
    const used = this.#usedInStep + this.#sinceStart();
    await this.pause();
    this.#usedInStep = used;
  }

  /** Lets requests go first, within a step whose size says nothing of what it has done so far. */
  async pause(): Promise<void> {
    await this.#nextTurn();
    if (this.#foreground.isBusy) await this.#untilIdle();
    this.#usedInStep = 0;
    this.#cpuAtStart = this.#timing.cpuTime();
  }

  #sinceStart(): number {
    return this.#timing.cpuTime() - this.#cpuAtStart;
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => this.#timing.nextTurn(resolve));
  }

  /** Resolves in a turn to which the last one has left no requests: those that have arrived meanwhile go first, too. */
  async #untilIdle(): Promise<void> {
    let isLate = false;
    const idle = async () => {
      while (this.#foreground.isBusy && !isLate) {
        await this.#foreground.untilQuiet();
        await this.#nextTurn();
      }
    };
    await waitAtMost(LONGEST_WAIT, idle(), this.#timing.timer);
    isLate = true;
  }
}
