import type { Foreground } from "./foreground.ts";
import { hostTimer, type SetTimer, waitAtMost } from "./timer.ts";

/** CPU time of a step while requests arrive, in ms: a request that arrives during a step waits for its end. */
const SHORT = 1;
/**
 * CPU time of a step until the work has used `LITTLE` ms in all: a small job is soon done, and its caller waits too.
 */
const FIRST = 6;
const LITTLE = 30;
/** Requests count as arriving until this many ms after the last one was answered. */
const QUIET_AFTER = 1000;
/** Longest time that a step waits for requests, in ms: they may themselves wait for another server, or never stop. */
const LONGEST_WAIT = 20;
/** Maximum factor by which a step is larger than the one before it. */
const GROWTH = 2;

/** The clocks of steps. */
export interface StepTiming {
  /** CPU time of this thread, in ms: on a busy machine a step may take long although it does little. */
  cpuTime(): number;
  /** Calls `resume` in the next turn of the event loop, after the requests that have arrived meanwhile. */
  nextTurn(resume: () => void): void;
  timer: SetTimer;
}

/** How many items one step takes. */
export interface StepSizes {
  /** The minimum, even if such a step takes too long. */
  least: number;
  /** The size of the first step. */
  first: number;
  /** The maximum, reached while no requests arrive. */
  most: number;
}

const hostTiming: StepTiming = {
  cpuTime() {
    // Earlier versions of Node only measure all threads together.
    const measure = (process as Partial<NodeJS.Process>).threadCpuUsage ?? process.cpuUsage;
    const { user, system } = measure();
    return (user + system) / 1000;
  },
  nextTurn: (resume) => void setImmediate(resume),
  timer: hostTimer,
};

/**
 * Lets requests go before background work, which consists of steps: each begins when no request is in progress, and
 * takes as many items as fit into a short time. While no requests arrive, steps grow to their maximum size.
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

  /** How many items the next step takes. */
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

  /** Lets requests go first in the middle of a step, which then continues. */
  async interrupt(): Promise<void> {
    const used = this.#usedInStep + this.#sinceStart();
    await this.pause();
    this.#usedInStep = used;
  }

  /**
   * Lets requests go first and restarts the step's CPU clock: use it when the step's size is unrelated to the work so
   * far.
   */
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

  /** Resolves in the first turn that begins without open requests: those that arrive meanwhile go first, too. */
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
