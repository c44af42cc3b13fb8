import { setImmediate as turn } from "node:timers/promises";
import type { SetTimer } from "#platform/async/timer";
import type { Store } from "#store/port";
import { hasWaited } from "#testing/harness/store/store-calls";

/** Idle turns of the event loop after which the work of an alarm counts as complete. */
const TURNS = 200;

/** A manual clock, and the store in use. */
interface Clock {
  store: Store;
  now(): number;
  advance(ms: number): void;
  /** Whether work is running elsewhere, such as cryptography in a thread. */
  isBusy?(): boolean;
}

/** Alarms on a manual clock, which fire only in `pass`. */
export class VirtualTimer {
  readonly #clock: Clock;
  #alarms: { at: number; run: () => void }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly set: SetTimer = (ms, run) => {
    const alarm = { at: this.#clock.now() + ms, run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  };

  /** Lets `ms` pass: every alarm fires at its time, and its work completes before the next one. */
  async pass(ms: number): Promise<void> {
    const end = this.#clock.now() + ms;
    await this.settle();
    for (;;) {
      const next = this.#alarms.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#alarms = this.#alarms.filter((alarm) => alarm !== next);
      this.#clock.advance(Math.max(0, next.at - this.#clock.now()));
      next.run();
      await this.settle();
    }
    this.#clock.advance(Math.max(0, end - this.#clock.now()));
  }

  /** Waits until running work is complete. */
  async settle(): Promise<void> {
    for (let i = 0; i < TURNS; i++) {
      await turn();
      if ((await hasWaited(this.#clock.store)) || this.#clock.isBusy?.()) i = 0;
    }
  }
}
