import { statfs } from "node:fs/promises";
import type { Context } from "@atrium/functions/context";
import { hostTimer, waitAtMost } from "@atrium/functions/platform/async/timer";
import type { StoreQueue } from "@atrium/functions/queue/store-queue";

/** Free space below which the server is not ready, in bytes: a checkpoint of the data file needs room. */
const LEAST_FREE = 64 * 1024 * 1024;
/** Maximum delay of a due task, ms. A longer one means that the queue is stuck or overloaded. */
const LONGEST_LAG = 5 * 60_000;
/** Time limit of a check, ms. */
const LONGEST_CHECK = 2000;
/** Cache lifetime of a report, ms, so that frequent requests cause no extra writes. */
const REPORT_TTL = 2000;
/** How long a failed commit counts, ms: a larger commit may fail although the tiny one of the check succeeds. */
const FAILURE_TTL = 30_000;
/** Path of the document that the check writes. */
const PROBE = "host/readiness";

/** What is checked. */
type CheckName = "running" | "write" | "disk" | "queue";

/** Results of the checks: the reason of each failure, for the operator; undefined if the check passed. */
export type ReadinessReport = Record<CheckName, string | undefined>;

/** The last commit that failed. */
export class CommitFailures {
  readonly #monotonic: () => number;
  #last: { at: number; message: string } | undefined;

  /** @param monotonic clock in ms. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Records that a commit could not be written to disk. */
  note(error: unknown): void {
    this.#last = { at: this.#monotonic(), message: (error as Error).message };
  }

  /** Why a commit failed in the last 30 s; undefined when none did. */
  get recent(): string | undefined {
    return this.#last && this.#monotonic() - this.#last.at < FAILURE_TTL ? this.#last.message : undefined;
  }
}

/** What the checks look at. */
export interface ReadinessOptions {
  context: Pick<Context, "store" | "now" | "monotonic">;
  queue: Pick<StoreQueue, "lag">;
  failures: CommitFailures;
  dataFolder: string;
  /** Free bytes on the disk of a folder. Default: asks the file system. */
  freeBytes?(folder: string): Promise<number>;
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
    const { store, now } = this.#options.context;
    await store.commit([{ op: "set", path: PROBE, data: { at: now() } }]);
    return this.#options.failures.recent;
  }

  async #disk(): Promise<string | undefined> {
    const { freeBytes = freeBytesAt, dataFolder } = this.#options;
    const free = await freeBytes(dataFolder);
    return free < LEAST_FREE ? `${Math.floor(free / 1024 / 1024)} MiB are free, 64 MiB are needed` : undefined;
  }

  async #queue(): Promise<string | undefined> {
    const lag = await this.#options.queue.lag();
    return lag > LONGEST_LAG ? `a task has been due for ${Math.round(lag / 1000)} s` : undefined;
  }
}

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize, blocks } = await statfs(folder);
  // Some file systems do not report it.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** @returns the problem that the check reports, or why the check failed. */
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
