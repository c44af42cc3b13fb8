import { hostTimer, type SetTimer, waitAtMost } from "#platform/async/timer";
import type { Metrics } from "#platform/observability/metrics";
import type { Transaction } from "#store/port";
import { freeAbandoned } from "./abandoned-tasks.ts";
import { Dispatcher } from "./dispatcher.ts";
import { Poller } from "./poller.ts";
import type { Queue, QueueContext, RunnableJob, Task } from "./port.ts";
import { queueLag, registerQueueMetrics } from "./queue-metrics.ts";
import { newTask, taskPath } from "./task-record.ts";
import { upgradeStoredTasks } from "./upgrade-stored-tasks.ts";

/** How long a caller waits for its task, in ms; most tasks are done by then. */
const MAX_WAIT = 1000;

/** Options of `StoreQueue`. */
export interface StoreQueueOptions {
  /** The context passed to jobs; its store holds the tasks. */
  context: () => QueueContext;
  jobs: readonly RunnableJob[];
  /** Default: the timer of the process. */
  timer?: SetTimer;
  /** From 0 up to 1, for the jitter. */
  random?: () => number;
  /** Number of processes that poll the queue: each gets its share of every job's limits. Default: 1. */
  processes?: number;
  /**
   * Name of this process among them, without spaces. Default: none, so after a crash its tasks wait for their leases to
   * expire.
   */
  owner?: string | undefined;
}

/**
 * The queue whose tasks are documents of the store, for one machine. Any number of processes may share it: a running task
 * is leased, and the task of a crashed process is taken over when its lease expires or `takeOver` reports the crash.
 */
export class StoreQueue implements Queue {
  readonly #context: () => QueueContext;
  readonly #jobs: readonly RunnableJob[];
  readonly #timer: SetTimer;
  readonly #dispatcher: Dispatcher;
  readonly #poller: Poller;
  /** Jobs whose callers do not wait. */
  readonly #background: ReadonlySet<string>;
  #isStopped = false;

  constructor({ context, jobs, timer = hostTimer, random = Math.random, processes = 1, owner }: StoreQueueOptions) {
    this.#context = context;
    this.#jobs = jobs;
    this.#timer = timer;
    this.#background = new Set(jobs.filter(({ background }) => background).map(({ name }) => name));
    const onDue = (at: number) => this.#poller.wakeAt(at);
    this.#dispatcher = new Dispatcher({ context, jobs, timer, random, processes, owner, onDue });
    this.#poller = new Poller(context, this.#dispatcher, timer);
  }

  add(tx: Transaction, task: Task): void {
    tx.merge(taskPath(task.id), newTask(task, this.#context().now()));
  }

  async start(task: Task): Promise<void> {
    if (this.#isStopped) return;
    const { now, log } = this.#context();
    if (task.dueAt !== undefined && task.dueAt > now()) return this.#poller.wakeAt(task.dueAt);
    const done = this.#dispatcher.start(task).catch((error: unknown) => {
      log.error(
        { err: error, taskId: task.id, job: task.job },
        "task could not be started; it waits for the next pass",
      );
    });
    if (!this.#background.has(task.job)) await waitAtMost(MAX_WAIT, done, this.#timer);
  }

  /** Registers the metrics of the queue. */
  registerMetrics(metrics: Metrics): void {
    const running = () => this.#dispatcher.runner.size;
    registerQueueMetrics(metrics, { context: this.#context, jobs: this.#jobs, running });
  }

  /** How long the task that has been due longest has waited, in ms; 0 when none is due. */
  lag(): Promise<number> {
    return queueLag(
      this.#context(),
      this.#jobs.map(({ name }) => name),
    );
  }

  /** Starts polling the queue, including for tasks that other processes have added or left behind. */
  async work(): Promise<void> {
    await upgradeStoredTasks(this.#context(), this.#jobs);
    if (!this.#isStopped) this.#poller.begin();
  }

  /** Takes over the tasks of processes that have ended. @param hasEnded whether the process of this name has ended. */
  async takeOver(hasEnded: (owner: string) => boolean): Promise<void> {
    if (this.#isStopped) return;
    const names = this.#jobs.map(({ name }) => name);
    await freeAbandoned(this.#context(), names, hasEnded);
    this.#poller.wake();
  }

  async drain(): Promise<void> {
    for (;;) {
      const started = await this.#poller.pass();
      if (started === 0 && this.#dispatcher.isIdle) return;
      await this.#dispatcher.idle();
    }
  }

  /**
   * Starts no more tasks and waits for running ones. Tasks that still run after `longestWait` ms are released, so that
   * they run again elsewhere or after the next start.
   * @returns the number of released tasks.
   */
  async stop(longestWait: number): Promise<number> {
    this.#isStopped = true;
    await this.#poller.stop();
    return this.#dispatcher.runner.stop(longestWait);
  }
}
