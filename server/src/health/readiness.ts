import { statfs } from "node:fs/promises";
import type { Context } from "@atrium/functions/context";
import { hostTimer, waitAtMost } from "@atrium/functions/platform/timer";
import type { StoreQueue } from "@atrium/functions/queue/store-queue";

/** Free space below which the server is not ready, in bytes: a checkpoint of the data file needs some. */
const LEAST_FREE = 64 * 1024 * 1024;
/** Ms that a due task may wait. Longer: the queue is stuck, or far more comes in than is worked off. */
const LONGEST_LAG = 5 * 60_000;
/** Longest time that a check may take, in ms. */
const LONGEST_CHECK = 2000;
/** How long a report holds, in ms: whoever asks more often causes no further writes. */
const REPORT_TTL = 2000;
/** How long a commit that failed counts, in ms: where a tiny one still succeeds, a larger one may not. */
const FAILURE_TTL = 30_000;
/** The document that is written to see whether writing works. */
const PROBE = "host/readiness";

/** What is checked. */
type CheckName = "running" | "write" | "disk" | "queue";

/** What the checks have found: why each one failed, in words for the operator; undefined where all is well. */
export type ReadinessReport = Record<CheckName, string | undefined>;

/** The last commit that failed. */
export class CommitFailures {
  readonly #monotonic: () => number;
  #last: { at: number; message: string } | undefined;

  /** @param monotonic clock in ms. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Notes that a commit could not be brought to disk. */
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
  /** Free bytes where a folder stands. Default: asks the file system. */
  freeBytes?(folder: string): Promise<number>;
}

/** Says whether the server can do its work: whether it runs, can write, has room, and keeps up with its queue. */
export class Readiness {
  readonly #options: ReadinessOptions;
  #last: { at: number; report: Promise<ReadinessReport> } | undefined;
  #isEnding = false;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** From now on the server is not ready: it ends. */
  end(): void {
    this.#isEnding = true;
  }

  /** Never throws. Reports are at most 2 s old, but for the end, which shows at once. */
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
  // Some file systems do not tell.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** @returns what the check found, or why it could not be made. */
async function inTime(check: () => Promise<string | undefined>): Promise<string | undefined> {
  let found: string | undefined = `no answer within ${LONGEST_CHECK / 1000} s`;
  const checked = check().then(
    (problem) => {
      found = problem;
    },
    (error: unknown) => {
      found = (error as Error).message;
    },
  );
  await waitAtMost(LONGEST_CHECK, checked, hostTimer);
  return found;
}
