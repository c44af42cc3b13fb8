import { setImmediate as turn } from "node:timers/promises";
import type { SetTimer } from "@atrium/functions/platform/async/timer";

/** Where the virtual clock starts, in ms since 1970. */
const START = Date.UTC(2026, 0, 5, 9);

/** Turns of the event loop that pass per virtual millisecond with alarms. */
const TURNS = 2;

/**
 * Virtual time in steps of one millisecond. Alarms are listed by their millisecond; the clock moves on when the work of
 * the current millisecond has come to rest.
 */
export class VirtualTime {
  #now = START;
  readonly #due = new Map<number, Set<() => void>>();

  /** Milliseconds since 1970. */
  readonly now = (): number => this.#now;

  readonly timer: SetTimer = (ms, run) => {
    const at = this.#now + Math.max(1, Math.ceil(ms));
    const alarm = () => run();
    const alarms = this.#due.get(at) ?? new Set();
    this.#due.set(at, alarms.add(alarm));
    return () => void alarms.delete(alarm);
  };

  /** Resolves after `ms`. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.timer(ms, resolve));
  }

  /** Lets `ms` pass. */
  async pass(ms: number): Promise<void> {
    for (const end = this.#now + ms; this.#now < end; ) {
      this.#now++;
      const alarms = this.#due.get(this.#now);
      this.#due.delete(this.#now);
      if (!alarms) continue;
      for (const alarm of alarms) alarm();
      for (let i = 0; i < TURNS; i++) await turn();
    }
  }

  /** Lets time pass until the work is done. @throws what the work throws. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    await turn();
    while (!isDone) await this.pass(1).then(() => turn());
    return work;
  }
}
