import type { SliceTiming } from "./time-slice.ts";

/** A turn of the event loop that takes longer, in ms, had requests to answer. */
const QUIET = 1;
/** Longest time that a step waits for requests, in ms: background work goes on under any load. */
const LONGEST_WAIT = 50;

/** How many things one step takes. */
export interface StepSizes {
  /** While requests are answered: such a step takes a few ms. */
  least: number;
  /** While nobody waits. */
  most: number;
}

/**
 * Lets requests go before background work, which consists of steps: between two of them it waits until the event loop has
 * nothing else to do, and steps are small where others had to wait.
 */
export class BackgroundSteps {
  readonly #timing: SliceTiming;
  readonly #sizes: StepSizes;
  #size: number;

  constructor(timing: SliceTiming, sizes: StepSizes) {
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
    const begun = this.#timing.now();
    await new Promise<void>((resolve) => this.#timing.nextTurn(resolve));
    return this.#timing.now() - begun > QUIET;
  }
}
