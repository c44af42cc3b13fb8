import type { Context } from "@atrium/functions/context";
import { hostTimer, waitAtMost } from "@atrium/functions/platform/async/timer";
import type { StoreQueue } from "@atrium/functions/queue/store-queue";
import { diskFreeBytes, type FreeBytes, LEAST_FREE } from "../data/free-space.ts";

/** Maximum delay of a due task, in ms. A longer delay means that the queue is stuck or overloaded. */
const LONGEST_LAG = 5 * 60_000;
/** Time limit of a check, ms. */
const LONGEST_CHECK = 2000;
/** Cache lifetime of a report, ms, so that frequent requests cause no extra writes. */
const REPORT_TTL = 2000;
/** How long a failed commit counts, in ms, unless a large commit succeeds in the meantime. */
const FAILURE_TTL = 30_000;
/** How long a failed commit counts in any case, in ms, so that everyone who asks every few seconds learns about it. */
const FAILURE_SHOWN = 5000;
/** Size of the large commit, in characters: the check's tiny commit may succeed while others fail. */
const LARGE_PROBE = 900_000;
/** Path of the document that the check writes. */
const PROBE = "host/readiness";

/** What is checked. */
type CheckName = "running" | "write" | "disk" | "queue";

/** Results of the checks: the reason of each failure, for the operator; undefined if the check passed. */
export type ReadinessReport = Record<CheckName, string | undefined>;

/** A commit that could not be written to disk, `at` ms on the monotonic clock. */
interface CommitFailure {
  at: number;
  message: string;
}

/** The last commit that failed. */
export class CommitFailures {
  readonly #monotonic: () => number;
  #last: CommitFailure | undefined;

  /** @param monotonic clock in ms. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Records that a commit could not be written to disk. */
  note(error: unknown): void {
    this.#last = { at: this.#monotonic(), message: (error as Error).message };
  }

  /** The failure of the last 30 s; undefined if there is none. */
  get recent(): CommitFailure | undefined {
    return this.#last && this.#ageOf(this.#last) < FAILURE_TTL ? this.#last : undefined;
  }

  /** Whether a success would now show that commits work again. */
  isOver(failure: CommitFailure): boolean {
    return this.#ageOf(failure) >= FAILURE_SHOWN;
  }

  /** Stops counting this failure, unless a newer one has occurred. */
  forget(failure: CommitFailure): void {
    if (this.#last === failure) this.#last = undefined;
  }

  #ageOf({ at }: CommitFailure): number {
    return this.#monotonic() - at;
  }
}

/** What the checks need. */
export interface ReadinessOptions {
  context: Pick<Context, "store" | "now" | "monotonic">;
  queue: Pick<StoreQueue, "lag">;
  failures: CommitFailures;
  dataFolder: string;
  /** Free bytes on the disk of a folder. Default: asks the file system. */
  freeBytes?: FreeBytes;
}

/** Reports whether the server is ready: not shutting down, able to write, with disk space, and keeping up with its queue. */
export class Readiness {
  readonly #options: ReadinessOptions;
  #last: { at: number; report: Promise<ReadinessReport> } | undefined;
  #isEnding = false;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** Marks the server as not ready, because it is shutting down. */
  end(): void {
    this.#isEnding = true;
  }

  /** Never throws. Reports are at most 2 s old; a shutdown shows at once. */
  async report(): Promise<ReadinessReport> {
    const now = this.#options.context.monotonic();
    if (!this.#last || now - this.#last.at >= REPORT_TTL) this.#last = { at: now, report: this.#check() };
    const report = await this.#last.report;
    return { ...report, running: this.#isEnding ? "the server ends" : undefined };
  }

  async #check(): Promise<ReadinessReport> {
    const [write, disk, queue] = await Promise.all([
      inTime(() => this.#write()),
      inTime(() => this.#disk()),
      inTime(() => this.#queue()),
    ]);
    return { running: undefined, write, disk, queue };
  }

  async #write(): Promise<string | undefined> {
    const { failures, context } = this.#options;
    const { recent } = failures;
    const retried = recent && failures.isOver(recent) ? recent : undefined;
    const data = { at: context.now(), ...(retried && { padding: "x".repeat(LARGE_PROBE) }) };
    await context.store.commit([{ op: "set", path: PROBE, data }]);
    if (retried) failures.forget(retried);
    return failures.recent?.message;
  }

  async #disk(): Promise<string | undefined> {
    const { freeBytes = diskFreeBytes, dataFolder } = this.#options;
    const free = await freeBytes(dataFolder);
    return free < LEAST_FREE ? `${Math.floor(free / 1024 / 1024)} MiB are free, 64 MiB are needed` : undefined;
  }

  async #queue(): Promise<string | undefined> {
    const lag = await this.#options.queue.lag();
    return lag > LONGEST_LAG ? `a task has been due for ${Math.round(lag / 1000)} s` : undefined;
  }
}

/** @returns the problem that the check found, or the reason why the check itself failed. */
async function inTime(check: () => Promise<string | undefined>): Promise<string | undefined> {
  let failure: string | undefined = `no answer within ${LONGEST_CHECK / 1000} s`;
  const checked = check().then(
    (problem) => {
      failure = problem;
    },
    (error: unknown) => {
      failure = (error as Error).message;
    },
  );
  await waitAtMost(LONGEST_CHECK, checked, hostTimer);
  return failure;
}
