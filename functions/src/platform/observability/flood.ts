import type { SetTimer } from "#platform/async/timer";

/** Interval of the lines that count, in ms. */
const PAUSE = 10_000;

/** Fields of a line: the first tells of one, those that follow of all since the line before. */
export interface FloodFields {
  refused: number;
  /** How long the line counts; missing in the first. */
  seconds?: number;
}

/**
 * Log lines about refusals that come in floods: the first is logged at once, and those that follow are counted in one line for
 * each ten seconds, since a flood of refusals must not become a flood of lines.
 */
export class Flood {
  readonly #timer: SetTimer;
  readonly #write: (fields: FloodFields) => void;
  /** Since the last line; undefined while none is due. */
  #unreported: number | undefined;

  constructor(timer: SetTimer, write: (fields: FloodFields) => void) {
    this.#timer = timer;
    this.#write = write;
  }

  /** Counts a refusal. @param details what the line tells beside, if this is the first. */
  note(details: () => object): void {
    if (this.#unreported !== undefined) {
      this.#unreported++;
      return;
    }
    this.#write({ ...details(), refused: 1 });
    this.#countOn();
  }

  #countOn(): void {
    this.#unreported = 0;
    this.#timer(PAUSE, () => {
      const refused = this.#unreported;
      this.#unreported = undefined;
      if (!refused) return;
      this.#write({ refused, seconds: PAUSE / 1000 });
      this.#countOn();
    });
  }
}
