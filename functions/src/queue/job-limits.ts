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

/**
 * The concurrency and rate limits of every job. A slot is reserved before a task is claimed, so that claims in progress
 * count: never do more tasks run, or start within a window, than the job allows.
 */
export class JobLimits {
  readonly #jobs = new Map<string, Limit>();

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

  /** Reserves a slot. @returns whether one was available. */
  reserve(job: string, now: number): boolean {
    if (this.available(job, now) === 0) return false;
    this.#change(job, { reserved: 1 });
    return true;
  }

  /** Releases a reserved slot. */
  cancel(job: string): void {
    this.#change(job, { reserved: -1 });
  }

  /** Records that the task with a reserved slot starts. */
  begin(job: string, now: number): void {
    const { startedAt, window } = this.#change(job, { reserved: -1, running: 1 });
    if (window > 0) startedAt.push(now);
  }

  /** Records that a task has ended. */
  end(job: string): void {
    this.#change(job, { running: -1 });
  }

  #change(job: string, { reserved = 0, running = 0 }: Partial<Pick<Limit, "reserved" | "running">>): Limit {
    const limit = this.#jobs.get(job);
    if (!limit) throw new Error(`no job named ${job}`);
    limit.reserved += reserved;
    limit.running += running;
    return limit;
  }
}
