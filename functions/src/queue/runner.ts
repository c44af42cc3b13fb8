import { batchesOf } from "#platform/async/parallel";
import { type SetTimer, waitAtMost } from "#platform/async/timer";
import { type Claim, LEASE, type Leases } from "./leases.ts";
import type { QueueContext, RunnableJob } from "./port.ts";
import { backoff, errorText, MANY_ATTEMPTS } from "./retry.ts";

/** Maximum number of leases changed in one transaction. */
const LEASES_AT_ONCE = 200;

/** Options of `Runner`. */
export interface RunnerOptions {
  context: () => QueueContext;
  jobs: readonly RunnableJob[];
  leases: Leases;
  timer: SetTimer;
  /** From 0 up to 1, for the jitter. */
  random: () => number;
  /** Whether a run of this job, which began at this time in ms since 1970, should stop. */
  isOver(job: string, beganAt: number): boolean;
}

/** How a run ended: undefined when the task is done or parked, otherwise when it is due again, in ms since 1970. */
export type Ending = { retryAt: number } | undefined;

/** Runs claimed tasks, renews their leases meanwhile, and records their outcomes. */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #jobs: ReadonlyMap<string, RunnableJob>;
  readonly #running = new Map<string, { claim: Claim; ending: Promise<Ending> }>();
  #cancelRenewal: (() => void) | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#jobs = new Map(options.jobs.map((job) => [job.name, job]));
  }

  /** Number of running tasks. */
  get size(): number {
    return this.#running.size;
  }

  /** The run of a task, if it runs here. */
  find(id: string): Promise<Ending> | undefined {
    return this.#running.get(id)?.ending;
  }

  /** Runs a task. Rejects only when its outcome can't be recorded, which is logged; its lease then expires. */
  run(claim: Claim): Promise<Ending> {
    const ending = this.#run(claim).finally(() => {
      if (this.#running.get(claim.id)?.claim === claim) this.#running.delete(claim.id);
    });
    this.#running.set(claim.id, { claim, ending });
    this.#cancelRenewal ??= this.#options.timer(LEASE / 3, () => void this.#keepRenewing());
    return ending;
  }

  async #run(claim: Claim): Promise<Ending> {
    const context = this.#options.context();
    const { id, attempt, job: name, payload } = claim;
    const job = this.#jobs.get(name);
    const beganAt = context.now();
    const run = { id, attempt, isOver: () => this.#options.isOver(name, beganAt) };
    try {
      try {
        if (!job) throw new Error(`no job named ${name}`);
        await job.run(context, payload, run);
      } catch (error) {
        return await this.#fail(context, claim, error);
      }
      const retryAt = await this.#options.leases.complete(claim);
      return retryAt === undefined ? undefined : { retryAt };
    } catch (error) {
      const fields = { err: error, taskId: id, job: name, attempt };
      context.log.error(fields, "the outcome of a task could not be recorded; it runs again");
      throw error;
    }
  }

  async #fail({ log, now }: QueueContext, claim: Claim, error: unknown): Promise<Ending> {
    const { leases, random } = this.#options;
    const { id, attempt, job } = claim;
    const retry = this.#jobs.get(job)?.retry;
    const fields = { err: error, taskId: id, job, attempt };
    if (!retry || attempt >= retry.attempts) {
      log.error(fields, "task failed for the last time");
      await leases.park(claim, errorText(error));
      return undefined;
    }
    const retryAt = now() + backoff(retry, attempt, random);
    if (attempt < MANY_ATTEMPTS) log.warn({ ...fields, retryAt }, "task failed; it runs again");
    else log.error({ ...fields, retryAt }, "task keeps failing; it runs again");
    await leases.retry(claim, retryAt, errorText(error));
    return { retryAt };
  }

  /** Renews the leases of all running tasks. */
  async renew(): Promise<void> {
    for (const claims of batchesOf(this.#claims(), LEASES_AT_ONCE)) await this.#options.leases.renew(claims);
  }

  /** Renews the leases periodically until no task runs. */
  async #keepRenewing(): Promise<void> {
    const { context, timer } = this.#options;
    await this.renew().catch((error: unknown) =>
      context().log.warn({ err: error }, "leases of running tasks could not be renewed"),
    );
    this.#cancelRenewal = this.#running.size > 0 ? timer(LEASE / 3, () => void this.#keepRenewing()) : undefined;
  }

  #claims(): Claim[] {
    return Array.from(this.#running.values(), ({ claim }) => claim);
  }

  /** Resolves when all tasks that run now have ended. */
  async idle(): Promise<void> {
    await Promise.allSettled(Array.from(this.#running.values(), ({ ending }) => ending));
  }

  /** Waits at most `longestWait` ms for running tasks, then releases the others. @returns the number of released tasks. */
  async stop(longestWait: number): Promise<number> {
    await waitAtMost(longestWait, this.idle(), this.#options.timer);
    this.#cancelRenewal?.();
    const unfinished = this.#claims();
    for (const claims of batchesOf(unfinished, LEASES_AT_ONCE)) await this.#options.leases.release(claims);
    return unfinished.length;
  }
}
