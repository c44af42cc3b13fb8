import { inParallel } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import type { Transaction } from "#store/port";
import { type ClientOptions, CloudTasksClient, type TaskService } from "./cloud-tasks-client.ts";
import { TasksEmulator } from "./cloud-tasks-emulator.ts";
import { type CloudTaskBody, type CloudTasksSettings, taskRequest } from "./cloud-tasks-request.ts";
import type { Queue, QueueContext, Task } from "./port.ts";
import { newTask, type StoredTask, TASKS, taskPath } from "./task-record.ts";

/** How long a task may be overdue before the sweeper creates it again, in ms; doubled after each sweep. */
export const GRACE = 600_000;
const LONGEST_GRACE = 86_400_000;
/** Maximum number of tasks in one page of a sweep, and of pages in one sweep. */
const SWEEP_PAGE = 100;
const PAGES_PER_SWEEP = 20;

/** Options of `CloudTasksQueue`. */
export interface CloudTasksOptions {
  /** The context whose store holds the tasks. */
  context: () => QueueContext;
  settings: CloudTasksSettings;
  /** Options of the client, for tests. */
  client?: ClientOptions;
  /** What creates tasks in place of the client. */
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
 * since no transaction spans both; a sweep creates the tasks again that were lost. Cloud Tasks calls `CloudTasksReceiver`.
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
    tx.merge(taskPath(task.id), { ...record, ...sweepAfter(record.dueAt), sweeps: 0 });
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
   * merely late is delivered twice and runs once.
   * @returns the number of tasks.
   */
  async sweep(): Promise<number> {
    let total = 0;
    for (let page = 0; page < PAGES_PER_SWEEP; page++) {
      const overdue = await this.#findOverdue();
      await inParallel(overdue, async (body) => this.#sendAgain(body));
      total += overdue.length;
      if (overdue.length < SWEEP_PAGE) break;
    }
    return total;
  }

  async #sendAgain(body: CloudTaskBody): Promise<void> {
    const { log } = this.#context();
    log.warn({ taskId: body.id, job: body.job }, "task is overdue; it is created again");
    await this.dispatch(body).catch((error: unknown) => {
      log.error({ err: error, taskId: body.id, job: body.job }, "task could not be created; the sweeper tries again");
    });
  }

  /** A page of overdue tasks, each marked so that other sweeps skip it for a while. */
  #findOverdue(): Promise<CloudTaskBody[]> {
    const { store, now } = this.#context();
    return retryOnConflict(() =>
      store.transact(async (tx) => {
        const at = now();
        const { docs } = await tx.query<StoredTask>({
          collection: TASKS,
          where: [{ field: "sweepAt", op: "<=", value: at }],
          orderBy: [{ field: "sweepAt", direction: "asc" }],
          limit: SWEEP_PAGE,
        });
        return docs.map(({ path, id, data: { job, nextAt = at, sweeps = 0 } }) => {
          tx.update(path, { ...sweepAfter(at, sweeps + 1), sweeps: sweeps + 1 });
          return { id, job, dueAt: Math.max(at, nextAt), hop: 0 };
        });
      }),
    );
  }

  /** Closes the connection. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

/** When a sweep creates a task again that is due at `dueAt`, both in ms since 1970. @param sweeps so far. */
export function sweepAfter(dueAt: number, sweeps = 0): { sweepAt: number } {
  return { sweepAt: dueAt + Math.min(LONGEST_GRACE, GRACE * 2 ** sweeps) };
}
