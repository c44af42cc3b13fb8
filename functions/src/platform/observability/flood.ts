import type { SetTimer } from "#platform/async/timer";

/** Interval between summary lines, in ms. */
const PAUSE = 10_000;

/** Fields of a line: the first line reports one refusal, later ones all refusals since the line before. */
export interface FloodFields {
  refused: number;
  /** Length of the period that the line covers; omitted in the first. */
  seconds?: number;
}

/**
 * Log lines about refusals, which may come in floods. The first refusal is logged at once; later ones are counted in
 * one line per ten seconds, since a flood of refusals must not become a flood of lines.
 */
export class Flood {
  readonly #timer: SetTimer;
  readonly #write: (fields: FloodFields) => void;
  /** Refusals since the last line; undefined while no summary line is scheduled. */
  #unreported: number | undefined;

  constructor(timer: SetTimer, write: (fields: FloodFields) => void) {
    this.#timer = timer;
    this.#write = write;
  }

  /** Counts a refusal. @param details further fields of the line if this is the first. */
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
