import type { RunnableJob } from "./port.ts";

const SECOND = 1000;

/** What one job may still begin. */
interface Bound {
  concurrency: number;
  /** At most `most` begin in any `window` ms. */
  most: number;
  window: number;
  /** Promised a place, not yet begun. */
  reserved: number;
  running: number;
  /** When those of the last window began; empty without a rate. */
  begun: number[];
}

/**
 * The concurrency and rate bounds of every job. A place is reserved before a task is claimed, so that what is being claimed
 * counts already: at no time do more run, and in no window do more begin, than the job allows.
 */
export class Bounds {
  readonly #jobs = new Map<string, Bound>();

  /** @param processes how many share the queue: each keeps to its part of the bounds, and to no less than one at once. */
  constructor(jobs: readonly RunnableJob[], processes: number) {
    for (const { name, concurrency, rate = Number.POSITIVE_INFINITY } of jobs) {
      const share = rate / processes;
      const most = Math.max(1, Math.floor(share));
      const window = (most / share) * SECOND || 0;
      this.#jobs.set(name, {
        concurrency: Math.max(1, Math.floor(concurrency / processes)),
        ...(share === Number.POSITIVE_INFINITY ? { most: share, window: 0 } : { most, window }),
        reserved: 0,
        running: 0,
        begun: [],
      });
    }
  }

  /** Whether the job is declared. */
  has(job: string): boolean {
    return this.#jobs.has(job);
  }

  /** How many tasks of the job may begin now. */
  free(job: string, now: number): number {
    const bound = this.#jobs.get(job);
    if (!bound) return 0;
    bound.begun = bound.begun.filter((at) => at > now - bound.window);
    const { concurrency, most, reserved, running, begun } = bound;
    return Math.max(0, Math.min(concurrency - running, most - begun.length) - reserved);
  }

  /** The jobs of which at least one task may begin now. */
  open(now: number): string[] {
    return [...this.#jobs.keys()].filter((job) => this.free(job, now) > 0);
  }

  /** When a rate lets a job begin again that it holds up now, in ms since 1970. */
  reopensAt(now: number): number {
    const times = [...this.#jobs.values()]
      .filter(({ begun, most, reserved }) => begun.length > 0 && begun.length + reserved >= most)
      .map(({ begun, window }) => (begun[0] ?? now) + window);
    return Math.min(Number.POSITIVE_INFINITY, ...times);
  }

  /** Takes a place, if there is one. */
  reserve(job: string, now: number): boolean {
    if (this.free(job, now) === 0) return false;
    this.#change(job, { reserved: 1 });
    return true;
  }

  /** Gives a reserved place back. */
  cancel(job: string): void {
    this.#change(job, { reserved: -1 });
  }

  /** The task with the reserved place begins. */
  begin(job: string, now: number): void {
    const { begun, window } = this.#change(job, { reserved: -1, running: 1 });
    if (window > 0) begun.push(now);
  }

  /** It has ended. */
  end(job: string): void {
    this.#change(job, { running: -1 });
  }

  #change(job: string, { reserved = 0, running = 0 }: Partial<Pick<Bound, "reserved" | "running">>): Bound {
    const bound = this.#jobs.get(job);
    if (!bound) throw new Error(`no job named ${job}`);
    bound.reserved += reserved;
    bound.running += running;
    return bound;
  }
}
