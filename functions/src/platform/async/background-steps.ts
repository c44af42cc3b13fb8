import type { SliceTiming } from "./time-slice.ts";

/** A turn of the event loop that takes longer and needs more CPU time, in ms, had requests to answer. */
const QUIET = 1;
const QUIET_CPU = 0.3;
/** Longest time that a step waits for requests, in ms: background work goes on under any load. */
const LONGEST_WAIT = 50;

/** The clocks of steps. */
export interface StepTiming extends SliceTiming {
  /** CPU time of the process, in ms: on a machine that others keep busy, turns are long in which nothing happens. */
  cpuTime(): number;
}

/** How many things one step takes. */
export interface StepSizes {
  /** While requests are answered: such a step takes a few ms. */
  least: number;
  /** While nobody waits. */
  most: number;
}

/** The clocks of the process. @param now monotonic, in ms. */
export function stepTiming(now: () => number): StepTiming {
  const cpuTime = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  return { now, cpuTime, nextTurn: (resume) => void setImmediate(resume) };
}

/**
 * Lets requests go before background work, which consists of steps: between two of them it waits until the event loop has
 * nothing else to do, and steps are small where others had to wait.
 */
export class BackgroundSteps {
  readonly #timing: StepTiming;
  readonly #sizes: StepSizes;
  #size: number;

  constructor(timing: StepTiming, sizes: StepSizes) {
    this.#timing = timing;
    this.#sizes = sizes;
    this.#size = sizes.least;
  }

  /** How many things the next step takes. */
  get size(): number {
    return this.#size;
  }

  /** Resolves when the next step may begin. */
  async next(): Promise<void> {
    const { least, most } = this.#sizes;
    const begun = this.#timing.now();
    let hasWaited = false;
    while (await this.#isTurnBusy()) {
      hasWaited = true;
      if (this.#timing.now() - begun > LONGEST_WAIT) break;
    }
    this.#size = hasWaited ? least : Math.min(most, 2 * this.#size);
  }

  async #isTurnBusy(): Promise<boolean> {
    const [begun, cpu] = [this.#timing.now(), this.#timing.cpuTime()];
    await new Promise<void>((resolve) => this.#timing.nextTurn(resolve));
    return this.#timing.now() - begun > QUIET && this.#timing.cpuTime() - cpu > QUIET_CPU;
  }
}
