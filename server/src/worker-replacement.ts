import type { SetTimer } from "@atrium/functions/platform/async/timer";
import type { Log } from "@atrium/functions/platform/observability/log";

/** How long a worker must have served, ms, so that its end says nothing about the next one. */
const STEADY = 10_000;
/** Pause before the first worker in a row that ended early is replaced, ms: the next one may end as soon. */
const FIRST_PAUSE = 1000;
/** Longest such pause, ms: it doubles with each. */
const LONGEST_PAUSE = 8000;
/** Starts in a row that may fail while nobody serves. */
const MAX_FAILED_STARTS = 5;

/** How a process ended: with a code, or by a signal. */
export interface End {
  code: number | null;
  signal: string | null;
}

/** What replacing workers needs. */
export interface ReplacementOptions {
  log: Pick<Log, "warn">;
  timer: SetTimer;
  /** Clock in ms. */
  monotonic: () => number;
  /** Starts a worker. */
  fork: () => void;
  /** Ends the server. @param reason in a sentence. */
  giveUp: (reason: string) => void;
}

/** Replaces workers that end by themselves or are killed, and writes each such end into the log, where nothing else tells of it. */
export class WorkerReplacement {
  readonly #options: ReplacementOptions;
  /** Since when each worker serves, by its process id. */
  readonly #servingSince = new Map<number, number>();
  #hasServed = false;
  #earlyEnds = 0;
  #failedStarts = 0;
  #isStopped = false;

  constructor(options: ReplacementOptions) {
    this.#options = options;
  }

  /** Notes that a worker serves. */
  serves(pid: number): void {
    this.#servingSince.set(pid, this.#options.monotonic());
    this.#hasServed = true;
    this.#failedStarts = 0;
  }

  /** Replaces a worker that has ended. */
  ended(pid: number, { code, signal }: End): void {
    const { log, monotonic, fork, giveUp } = this.#options;
    const since = this.#servingSince.get(pid);
    this.#servingSince.delete(pid);
    if (this.#isStopped) return;
    log.warn({ pid, ...(signal === null ? { code } : { signal }) }, "a worker ended and is replaced");
    if (since !== undefined && monotonic() - since >= STEADY) {
      this.#earlyEnds = 0;
      fork();
      return;
    }
    if (since === undefined) this.#failedStarts++;
    // Workers that serve show that the settings and the data are good, and so does it for a while that some have served.
    const mayGoOn = this.#servingSince.size > 0 || (this.#hasServed && this.#failedStarts < MAX_FAILED_STARTS);
    if (mayGoOn) {
      this.#forkLater();
      return;
    }
    this.stop();
    giveUp(`A worker ended ${signal === null ? `with code ${code}` : `by ${signal}`} before it served.`);
  }

  #forkLater(): void {
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#earlyEnds++, LONGEST_PAUSE);
    this.#options.timer(pause, () => {
      if (!this.#isStopped) this.#options.fork();
    });
  }

  /** Replaces no more workers. */
  stop(): void {
    this.#isStopped = true;
  }
}
