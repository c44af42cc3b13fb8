import type { SetTimer } from "#platform/timer";
import { Bounds } from "./bounds.ts";
import { findDue, nextDue } from "./due-tasks.ts";
import { type Claim, Leases } from "./leases.ts";
import type { QueueContext, RunnableJob, Task } from "./port.ts";
import { Runner } from "./runner.ts";

/** Tasks that are claimed in one transaction, at most. */
const BATCH = 100;

/** What tasks are found and run with. */
export interface DispatcherOptions {
  context: () => QueueContext;
  jobs: readonly RunnableJob[];
  timer: SetTimer;
  random: () => number;
  processes: number;
  /** Called when a waiting task may begin, with the time, in ms since 1970. */
  onDue: (at: number) => void;
}

/** Finds tasks that are due, claims as many as the bounds of their jobs allow and runs them. */
export class Dispatcher {
  readonly runner: Runner;
  readonly #options: DispatcherOptions;
  readonly #leases: Leases;
  readonly #bounds: Bounds;
  /** Being claimed, waiting for their run to end so that they can be, or running without a claim. */
  readonly #starting = new Map<string, Promise<{ ended: Promise<void> } | undefined>>();
  /** How many tasks of a job run without a claim. */
  readonly #unclaimed = new Map<string, number>();
  /** Whether a task may be due that the bounds have kept from beginning. */
  #isHeldUp = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    const { context, jobs, timer, random } = options;
    this.#leases = new Leases({ store: () => context().store, now: () => this.#now() });
    this.#bounds = new Bounds(jobs, options.processes);
    this.runner = new Runner({ context, jobs, leases: this.#leases, timer, random });
  }

  /** Begins a task whose id is known, without looking for it. Resolves when it has ended or can't begin here and now. */
  async start(task: Task): Promise<void> {
    const starting = this.#starting.get(task.id) ?? this.#starts(task);
    await (await starting)?.ended;
  }

  #starts(task: Task) {
    const starting = this.#start(task).finally(() => this.#starting.delete(task.id));
    this.#starting.set(task.id, starting);
    return starting;
  }

  /** Whether nothing is being started or runs. */
  get isIdle(): boolean {
    return this.#starting.size === 0 && this.runner.size === 0;
  }

  /** Resolves when nothing of what is being started or runs now is under way any more. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#starting.values());
    await this.runner.idle();
  }

  async #start(task: Task): Promise<{ ended: Promise<void> } | undefined> {
    const { id, job } = task;
    if (!this.#bounds.has(job)) throw new Error(`no job named ${job}`);
    // Who starts it while it runs may have added it again, behind the back of that run.
    await this.runner.find(id)?.catch(() => {});
    if (!this.#bounds.reserve(job, this.#now())) {
      this.#isHeldUp = true;
      return undefined;
    }
    const declared = this.#options.jobs.find(({ name }) => name === job);
    if (declared?.endsItself) return this.#runUnclaimed(declared, task);
    const [claim] = await this.#claim([{ id, job }]);
    return claim && { ended: this.#run(claim) };
  }

  /** What fails here stays stored and due: a pass finds it, and from then on it is tried again as its job says. */
  async #runUnclaimed({ name, run }: RunnableJob, { id, payload }: Task): Promise<undefined> {
    const context = this.#options.context();
    this.#bounds.begin(name, this.#now());
    this.#unclaimed.set(name, (this.#unclaimed.get(name) ?? 0) + 1);
    try {
      await run(context, payload, { id, attempt: 1 });
    } catch (error) {
      context.log.warn({ err: error, taskId: id, job: name }, "task failed; it runs again");
    }
    const left = (this.#unclaimed.get(name) ?? 0) - 1;
    if (left > 0) this.#unclaimed.set(name, left);
    else this.#unclaimed.delete(name);
    this.#bounds.end(name);
    if (this.#isHeldUp) this.#options.onDue(this.#now());
  }

  /**
   * One pass: begins everything that is due and has room.
   * @returns how many were begun.
   */
  async pass(): Promise<number> {
    let begun = 0;
    for (;;) {
      const { open, closed } = this.#jobs();
      if (open.length === 0) break;
      const found = await findDue(this.#options.context().store, open, this.#now(), BATCH);
      // After a machine has slept, leases on what still runs here have run out.
      if (found.some(({ id }) => this.runner.find(id))) await this.runner.renew();
      const waiting = found.filter(({ id }) => !this.runner.find(id) && !this.#starting.has(id));
      const chosen = waiting.filter(({ job }) => this.#bounds.reserve(job, this.#now()));
      const claims = await this.#claim(chosen);
      for (const claim of claims) void this.#run(claim);
      begun += claims.length;
      const hasOpened = closed.some((job) => this.#bounds.free(job, this.#now()) > 0);
      // Where all of them are being started already, a later pass sees what stands behind them.
      if ((found.length < BATCH || waiting.length === 0) && !hasOpened) break;
    }
    this.#isHeldUp = this.#jobs().closed.length > 0;
    return begun;
  }

  /** Which jobs have room now. */
  #jobs() {
    const open = this.#bounds.open(this.#now());
    const closed = this.#options.jobs.map(({ name }) => name).filter((name) => !open.includes(name));
    return { open, closed };
  }

  #now(): number {
    return this.#options.context().now();
  }

  /** When the next pass can begin something, in ms since 1970; infinity when only the end of a run makes room. */
  async nextAt(): Promise<number> {
    const { open } = this.#jobs();
    // What runs without a lease looks due until it has ended; the poller never sleeps long.
    const others = open.filter((job) => !this.#unclaimed.has(job));
    const next = await nextDue(this.#options.context().store, others, new Set(this.#starting.keys()));
    return Math.min(next, this.#bounds.reopensAt(this.#now()));
  }

  /** Claims tasks whose places are reserved; the places of those that others hold, or that are gone, are given back. */
  async #claim(chosen: { id: string; job: string }[]): Promise<Claim[]> {
    const outcomes = await this.#tryClaim(chosen);
    return outcomes.flatMap((outcome, i) => {
      const job = chosen[i]?.job as string;
      if (outcome && "token" in outcome) {
        this.#bounds.begin(job, this.#now());
        return [outcome];
      }
      this.#bounds.cancel(job);
      return [];
    });
  }

  async #tryClaim(chosen: { id: string; job: string }[]) {
    try {
      return chosen.length > 0 ? await this.#leases.claim(chosen.map(({ id }) => id)) : [];
    } catch (error) {
      for (const { job } of chosen) this.#bounds.cancel(job);
      throw error;
    }
  }

  async #run(claim: Claim): Promise<void> {
    const ending = await this.runner.run(claim).catch(() => undefined);
    this.#bounds.end(claim.job);
    if (this.#isHeldUp) this.#options.onDue(this.#now());
    else if (ending) this.#options.onDue(ending.retryAt);
  }
}
