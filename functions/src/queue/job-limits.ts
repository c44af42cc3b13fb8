import { type KeyShare, KeyShares, type Slot } from "./key-shares.ts";
import type { RunnableJob } from "./port.ts";

const SECOND = 1000;

/** The limits of one job, and how much of them is in use. */
interface Limit {
  concurrency: number;
  /** Tasks that may start in any `window` ms. */
  maxStarts: number;
  window: number;
  /** Slots reserved for tasks that have not started. */
  reserved: number;
  running: number;
  /** Start times within the last window, in ms since 1970; empty without a rate. */
  startedAt: number[];
}

/** What decides whether a task may start. */
export interface Starting {
  job: string;
  /** The API key that it works for, if any. */
  apiKeyId: string | undefined;
}

/**
 * The concurrency and rate limits of every job. A slot is reserved before a task is claimed, so that claims in progress
 * count: never do more tasks run, or start within a window, than the job allows.
 */
export class JobLimits {
  readonly #jobs = new Map<string, Limit>();
  readonly #shares = new KeyShares();

  /** @param processes that share the queue: each gets its share of the limits, at least one slot. */
  constructor(jobs: readonly RunnableJob[], processes: number) {
    for (const { name, concurrency, rate = Number.POSITIVE_INFINITY } of jobs) {
      const share = rate / processes;
      const maxStarts = Math.max(1, Math.floor(share));
      const window = (maxStarts / share) * SECOND || 0;
      this.#jobs.set(name, {
        concurrency: Math.max(1, Math.floor(concurrency / processes)),
        ...(share === Number.POSITIVE_INFINITY ? { maxStarts: share, window: 0 } : { maxStarts, window }),
        reserved: 0,
        running: 0,
        startedAt: [],
      });
    }
  }

  /** Whether the job is declared. */
  has(job: string): boolean {
    return this.#jobs.has(job);
  }

  /** How many tasks of the job may start now, in ms since 1970. */
  available(job: string, now: number): number {
    const limit = this.#jobs.get(job);
    if (!limit) return 0;
    limit.startedAt = limit.startedAt.filter((at) => at > now - limit.window);
    const { concurrency, maxStarts, reserved, running, startedAt } = limit;
    return Math.max(0, Math.min(concurrency - running, maxStarts - startedAt.length) - reserved);
  }

  /** The jobs of which at least one task may start now. */
  availableJobs(now: number): string[] {
    return [...this.#jobs.keys()].filter((job) => this.available(job, now) > 0);
  }

  /** When the rate of a job next frees a slot, in ms since 1970; infinity when no rate delays a job. */
  nextSlotAt(now: number): number {
    const times = [...this.#jobs.values()]
      .filter(({ startedAt, maxStarts, reserved }) => startedAt.length > 0 && startedAt.length + reserved >= maxStarts)
      .map(({ startedAt, window }) => (startedAt[0] ?? now) + window);
    return Math.min(Number.POSITIVE_INFINITY, ...times);
  }

  /** Reserves a slot; undefined if none is available to the task. */
  reserve(task: Starting, now: number): Slot | undefined {
    const limit = this.#jobs.get(task.job);
    const share = this.#shareOf(task);
    if (!limit || this.available(task.job, now) === 0 || share?.isUsedUp(now)) return undefined;
    limit.reserved++;
    const ofShare = share?.take();
    return {
      begin(begunAt) {
        limit.reserved--;
        limit.running++;
        if (limit.window > 0) limit.startedAt.push(begunAt);
        ofShare?.begin(begunAt);
      },
      cancel() {
        limit.reserved--;
        ofShare?.cancel();
      },
      end(endedAt) {
        limit.running--;
        ofShare?.end(endedAt);
      },
    };
  }

  /**
   * How long a task has to wait because its API key has used up its share of the slots, in ms; undefined if it hasn't:
   * then the task can start as soon as there is a slot.
   */
  postpone(task: Starting, now: number): number | undefined {
    const share = this.#shareOf(task);
    return share?.isUsedUp(now) ? share.postpone() : undefined;
  }

  #shareOf({ job, apiKeyId }: Starting): KeyShare | undefined {
    const limit = this.#jobs.get(job);
    return limit && apiKeyId !== undefined ? this.#shares.of(job, apiKeyId, limit.concurrency) : undefined;
  }
}
