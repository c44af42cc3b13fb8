import type { SetTimer } from "@atrium/functions/platform/async/timer";
import type { Log } from "@atrium/functions/platform/observability/log";

/** How long a worker must have served, in ms, so that its end says nothing about the next one. */
const STEADY = 10_000;
/** Pause before the first of several workers in a row that ended early is replaced, in ms: the next one may end as soon. */
const FIRST_PAUSE = 1000;
/** Longest such pause, in ms: the pause doubles with each worker. */
const LONGEST_PAUSE = 8000;
/** Number of starts in a row that may fail while no worker serves. */
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
  /** Ends the server. @param reason as a sentence. */
  giveUp: (reason: string) => void;
}

/** Replaces workers that end by themselves or are killed, and logs each end, which nothing else would report. */
export class WorkerReplacement {
  readonly #options: ReplacementOptions;
  /** When each worker began to serve, by its process id. */
  readonly #servingSince = new Map<number, number>();
  #hasServed = false;
  #earlyEnds = 0;
  #failedStarts = 0;
  #isStopped = false;

  constructor(options: ReplacementOptions) {
    this.#options = options;
  }

  /** Records that a worker serves. */
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
    // Workers that serve show that settings and data are fine. If some have served before, a few failed starts are
    // tolerated.
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
