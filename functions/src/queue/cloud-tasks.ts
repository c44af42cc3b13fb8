import { hostTimer, type SetTimer } from "#platform/async/timer";
import { REMOVE, type Transaction } from "#store/port";
import { type ClientOptions, CloudTasksClient, type TaskService } from "./cloud-tasks-client.ts";
import { TasksEmulator } from "./cloud-tasks-emulator.ts";
import { type CloudTaskBody, type CloudTasksSettings, taskRequest } from "./cloud-tasks-request.ts";
import { LostTasks, lostAfter, SHARDS } from "./lost-tasks.ts";
import type { Queue, QueueContext, Task } from "./port.ts";
import { newTask, spread, taskPath } from "./task-record.ts";

/** Options of `CloudTasksQueue`. */
export interface CloudTasksOptions {
  /** The context whose store holds the tasks. */
  context: () => QueueContext;
  settings: CloudTasksSettings;
  /** Options of the client, for tests. */
  client?: ClientOptions;
  /** Creates the tasks instead of the client. */
  service?: TaskService;
  /** Host and port of the emulator that replaces the service. */
  emulator?: string | undefined;
  /** Default: the timer of the process. */
  timer?: SetTimer;
  /** From 0 up to 1, for the jitter. */
  random?: () => number;
}

/**
 * The queue on Cloud Tasks. A task is stored in the transaction of its cause and created in Cloud Tasks after the commit,
 * since no transaction spans both; a sweep creates lost tasks again. Cloud Tasks calls `CloudTasksReceiver`.
 */
export class CloudTasksQueue implements Queue {
  readonly #context: () => QueueContext;
  readonly #settings: CloudTasksSettings;
  readonly #client: TaskService;
  readonly #starting = new Set<Promise<void>>();
  /** Due times of stored tasks, so that starting a task twice creates it once. */
  readonly #dueAt = new WeakMap<Task, number>();

  constructor(options: CloudTasksOptions) {
    const { context, settings, client = {}, service, emulator, timer = hostTimer, random = Math.random } = options;
    this.#context = context;
    this.#settings = settings;
    const emulated = emulator ? new TasksEmulator({ host: emulator, now: () => context().now(), timer }) : undefined;
    this.#client = service ?? emulated ?? new CloudTasksClient({ client, timer, random });
  }

  add(tx: Transaction, task: Task): void {
    const record = newTask(task, this.#context().now());
    this.#dueAt.set(task, record.dueAt);
    const sweepFields = lostAfter(record.dueAt, { shard: spread(task.id, SHARDS) });
    tx.merge(taskPath(task.id), { ...record, ...sweepFields, sweepAt: REMOVE, sweeps: 0 });
  }

  async start(task: Task): Promise<void> {
    const { id, job } = task;
    const { now, log } = this.#context();
    const dueAt = this.#dueAt.get(task) ?? task.dueAt ?? now();
    const starting = this.dispatch({ id, job, dueAt, hop: 0 })
      .catch((error: unknown) => {
        log.error({ err: error, taskId: id, job }, "task could not be created; the sweeper tries again");
      })
      .finally(() => this.#starting.delete(starting));
    this.#starting.add(starting);
    await starting;
  }

  /** Creates the task in Cloud Tasks. @throws the client's error. */
  async dispatch(body: CloudTaskBody): Promise<void> {
    await this.#client.create(taskRequest(this.#settings, body, this.#context().now()));
  }

  /** Resolves when all tasks that this process has started are created. */
  async drain(): Promise<void> {
    while (this.#starting.size > 0) await Promise.all(this.#starting);
  }

  /**
   * Creates overdue tasks again, which were lost or never created; a schedule calls it every few minutes. A task that was
   * merely late is delivered twice but runs once.
   * @param longest how long the sweep may take, in ms; the next sweep handles the rest.
   * @returns the number of tasks.
   */
  sweep(longest = Number.POSITIVE_INFINITY): Promise<number> {
    return new LostTasks(this.#context, (body) => this.dispatch(body)).sweep(longest);
  }

  /** Closes the connection. */
  close(): Promise<void> {
    return this.#client.close();
  }
}
