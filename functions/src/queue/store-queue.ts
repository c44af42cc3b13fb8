import { hostTimer, type SetTimer, waitAtMost } from "#platform/timer";
import type { Transaction } from "#store/port";
import { Dispatcher } from "./dispatcher.ts";
import { adoptEarlierTasks } from "./earlier-tasks.ts";
import { Poller } from "./poller.ts";
import type { Queue, QueueContext, RunnableJob, Task } from "./port.ts";
import { newTask, taskPath } from "./task-record.ts";

/** How long a caller waits for its task, in ms: most are done by then. */
const LONGEST_WAIT = 1000;

/** What a queue is made with. */
export interface StoreQueueOptions {
  /** The context that jobs get; its store keeps the tasks. */
  context: () => QueueContext;
  jobs: readonly RunnableJob[];
  /** Default: the timer of the process. */
  timer?: SetTimer;
  /** From 0 up to 1, for the jitter. */
  random?: () => number;
  /** How many processes work the queue: each keeps to its share of every job's bounds. Default: 1. */
  processes?: number;
}

/**
 * The queue whose tasks are documents of the store, for one machine. Any number of processes may share it: who runs a task
 * holds a lease on it, and the task of a process that is gone is taken over when the lease has run out.
 */
export class StoreQueue implements Queue {
  readonly #context: () => QueueContext;
  readonly #jobs: readonly RunnableJob[];
  readonly #timer: SetTimer;
  readonly #dispatcher: Dispatcher;
  readonly #poller: Poller;
  /** Jobs that nobody waits for. */
  readonly #background: ReadonlySet<string>;
  #isStopped = false;

  constructor({ context, jobs, timer = hostTimer, random = Math.random, processes = 1 }: StoreQueueOptions) {
    this.#context = context;
    this.#jobs = jobs;
    this.#timer = timer;
    this.#background = new Set(jobs.filter(({ background }) => background).map(({ name }) => name));
    const onDue = (at: number) => this.#poller.wakeAt(at);
    this.#dispatcher = new Dispatcher({ context, jobs, timer, random, processes, onDue });
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
      log.error({ err: error, taskId: task.id, job: task.job }, "task could not be begun; it waits for the next pass");
    });
    if (!this.#background.has(task.job)) await waitAtMost(LONGEST_WAIT, done, this.#timer);
  }

  /** Works the queue from now on: also what other processes have added or left. */
  async work(): Promise<void> {
    await adoptEarlierTasks(this.#context(), this.#jobs);
    if (!this.#isStopped) this.#poller.begin();
  }

  async drain(): Promise<void> {
    for (;;) {
      const begun = await this.#poller.pass();
      if (begun === 0 && this.#dispatcher.isIdle) return;
      await this.#dispatcher.idle();
    }
  }

  /**
   * Begins nothing more and waits at most so many ms for what runs. What still runs then is handed back, to be run again
   * elsewhere or after the next start.
   * @returns how many tasks were handed back.
   */
  async stop(longestWait: number): Promise<number> {
    this.#isStopped = true;
    await this.#poller.stop();
    return this.#dispatcher.runner.stop(longestWait);
  }
}
