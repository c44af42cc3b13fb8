import type { SetTimer } from "#platform/async/timer";
import { type DueTask, findDue, nextDue } from "./due-tasks.ts";
import { JobLimits } from "./job-limits.ts";
import type { Slot } from "./key-shares.ts";
import { type Claim, Leases } from "./leases.ts";
import type { QueueContext, RunnableJob, Task } from "./port.ts";
import { Runner } from "./runner.ts";
import { apiKeyOf } from "./task-record.ts";

/** Maximum number of tasks claimed in one transaction. */
const BATCH = 100;

/** How long a run may take while all slots of its job are in use, in ms: after that it makes room for waiting tasks. */
export const FAIR_RUN = 10_000;

/** Options of `Dispatcher`. */
export interface DispatcherOptions {
  context: () => QueueContext;
  jobs: readonly RunnableJob[];
  timer: SetTimer;
  random: () => number;
  processes: number;
  /** Name of this process, unique among those that share the queue. */
  owner?: string | undefined;
  /** Called with the time, in ms since 1970, at which a waiting task may start. */
  onDue: (at: number) => void;
}

/** A task that may start. */
interface Reserved {
  id: string;
  slot: Slot;
}

/** A task that starts. */
interface Claimed {
  claim: Claim;
  slot: Slot;
}

/** Finds due tasks, claims as many as the limits of their jobs allow, and runs them. */
export class Dispatcher {
  readonly runner: Runner;
  readonly #options: DispatcherOptions;
  readonly #leases: Leases;
  readonly #limits: JobLimits;
  /** Tasks being claimed, waiting for their earlier run to end, or running without a claim; by id. */
  readonly #starting = new Map<string, Promise<{ ended: Promise<void> } | undefined>>();
  /** Number of running tasks without a claim, by job. */
  readonly #unclaimed = new Map<string, number>();
  /** Whether the limits may be delaying a due task. */
  #isThrottled = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    const { context, jobs, timer, random, owner } = options;
    this.#leases = new Leases({ store: () => context().store, now: () => this.#now(), owner });
    this.#limits = new JobLimits(jobs, options.processes);
    const isOver = (job: string, beganAt: number) =>
      this.#now() - beganAt >= FAIR_RUN && this.#limits.available(job, this.#now()) === 0;
    this.runner = new Runner({ context, jobs, leases: this.#leases, timer, random, isOver });
  }

  /** Starts a task by its id, without a query. Resolves when it has ended, or when it can't start here now. */
  async start(task: Task): Promise<void> {
    const starting = this.#starting.get(task.id) ?? this.#startOnce(task);
    await (await starting)?.ended;
  }

  #startOnce(task: Task) {
    const starting = this.#start(task).finally(() => this.#starting.delete(task.id));
    this.#starting.set(task.id, starting);
    return starting;
  }

  /** Whether no task is starting or running. */
  get isIdle(): boolean {
    return this.#starting.size === 0 && this.runner.size === 0;
  }

  /** Resolves when all tasks that are starting or running now have ended. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#starting.values());
    await this.runner.idle();
  }

  async #start(task: Task): Promise<{ ended: Promise<void> } | undefined> {
    const { id, job } = task;
    if (!this.#limits.has(job)) throw new Error(`no job named ${job}`);
    // The caller may have added the task again while it runs; that run would not notice.
    await this.runner.find(id)?.catch(() => {});
    const slot = this.#limits.reserve({ job, apiKeyId: apiKeyOf(task) }, this.#now());
    if (!slot) {
      this.#isThrottled = true;
      return undefined;
    }
    const declared = this.#options.jobs.find(({ name }) => name === job);
    if (declared?.endsItself) return this.#runUnclaimed(declared, task, slot);
    const [claimed] = await this.#claim([{ id, slot }]);
    return claimed && { ended: this.#run(claimed) };
  }

  /** A task that fails here stays stored and due: a pass finds it, and the retry policy of its job applies from then on. */
  async #runUnclaimed({ name, run }: RunnableJob, { id, payload }: Task, slot: Slot): Promise<undefined> {
    const context = this.#options.context();
    slot.begin(this.#now());
    this.#unclaimed.set(name, (this.#unclaimed.get(name) ?? 0) + 1);
    try {
      await run(context, payload, { id, attempt: 1 });
    } catch (error) {
      context.log.warn({ err: error, taskId: id, job: name }, "task failed; it runs again");
    }
    const remaining = (this.#unclaimed.get(name) ?? 0) - 1;
    if (remaining > 0) this.#unclaimed.set(name, remaining);
    else this.#unclaimed.delete(name);
    slot.end(this.#now());
    if (this.#isThrottled) this.#options.onDue(this.#now());
  }

  /**
   * One pass: starts all due tasks within the limits of their jobs.
   * @returns the number of started tasks.
   */
  async pass(): Promise<number> {
    let started = 0;
    for (;;) {
      const { open, closed } = this.#jobs();
      if (open.length === 0) break;
      const due = await findDue(this.#options.context().store, open, this.#now(), BATCH);
      // If the machine was suspended, the leases of tasks that are still running here have expired.
      if (due.some(({ id }) => this.runner.find(id))) await this.runner.renew();
      const waiting = due.filter(({ id }) => !this.runner.find(id) && !this.#starting.has(id));
      const { mayStart, postponed } = this.#reserve(waiting);
      const claims = await this.#claim(mayStart);
      for (const claimed of claims) void this.#run(claimed);
      started += claims.length;
      if (postponed.length > 0) await this.#leases.postpone(postponed);
      const hasOpened = closed.some((job) => this.#limits.available(job, this.#now()) > 0);
      // If all found tasks are already starting, a later pass finds the tasks behind them.
      if ((due.length < BATCH || waiting.length === 0) && !hasOpened) break;
    }
    this.#isThrottled = this.#jobs().closed.length > 0;
    return started;
  }

  /** The jobs whose limits let a task start now, and the others. */
  #jobs() {
    const open = this.#limits.availableJobs(this.#now());
    const closed = this.#options.jobs.map(({ name }) => name).filter((name) => !open.includes(name));
    return { open, closed };
  }

  #now(): number {
    return this.#options.context().now();
  }

  /** When the next pass can start a task, in ms since 1970; infinity when a running task has to end first. */
  async nextAt(): Promise<number> {
    const { open } = this.#jobs();
    // A task that runs without a lease looks due until it ends; the poller never sleeps long anyway.
    const others = open.filter((job) => !this.#unclaimed.has(job));
    const next = await nextDue(this.#options.context().store, others, new Set(this.#starting.keys()));
    return Math.min(next, this.#limits.nextSlotAt(this.#now()));
  }

  /** Reserves slots. Tasks whose API key has used up its share wait longer, so that they don't stand before others. */
  #reserve(tasks: readonly DueTask[]): { mayStart: Reserved[]; postponed: { id: string; until: number }[] } {
    const mayStart: Reserved[] = [];
    const postponed: { id: string; until: number }[] = [];
    const now = this.#now();
    for (const task of tasks) {
      const slot = this.#limits.reserve(task, now);
      const pause = slot ? undefined : this.#limits.postpone(task, now);
      if (slot) mayStart.push({ id: task.id, slot });
      else if (pause !== undefined) postponed.push({ id: task.id, until: now + pause });
    }
    return { mayStart, postponed };
  }

  /** Claims tasks with reserved slots; releases the slots of tasks that are gone or held by another worker. */
  async #claim(tasks: readonly Reserved[]): Promise<Claimed[]> {
    const outcomes = await this.#tryClaim(tasks);
    return tasks.flatMap(({ slot }, i) => {
      const claim = outcomes[i];
      if (claim && "token" in claim) {
        slot.begin(this.#now());
        return [{ claim, slot }];
      }
      slot.cancel();
      return [];
    });
  }

  async #tryClaim(tasks: readonly Reserved[]) {
    try {
      return tasks.length > 0 ? await this.#leases.claim(tasks.map(({ id }) => id)) : [];
    } catch (error) {
      for (const { slot } of tasks) slot.cancel();
      throw error;
    }
  }

  async #run({ claim, slot }: Claimed): Promise<void> {
    const ending = await this.runner.run(claim).catch(() => undefined);
    slot.end(this.#now());
    if (this.#isThrottled) this.#options.onDue(this.#now());
    else if (ending) this.#options.onDue(ending.retryAt);
  }
}
