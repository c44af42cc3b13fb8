import { inParallel } from "#platform/parallel";
import { retryOnConflict } from "#platform/retry-on-conflict";
import { hostTimer, type SetTimer } from "#platform/timer";
import type { Transaction } from "#store/port";
import { type ClientOptions, CloudTasksClient, type TaskService } from "./cloud-tasks-client.ts";
import { TasksEmulator } from "./cloud-tasks-emulator.ts";
import { type CloudTaskBody, type CloudTasksSettings, taskRequest } from "./cloud-tasks-request.ts";
import type { Queue, QueueContext, Task } from "./port.ts";
import { newTask, type StoredTask, TASKS, taskPath } from "./task-record.ts";

/** How long a task may be overdue before the sweeper sends it off again, in ms; then twice as long each time. */
export const GRACE = 600_000;
const LONGEST_GRACE = 86_400_000;
/** Tasks that are swept in one transaction, and transactions of one sweep, at most. */
const SWEPT_AT_ONCE = 100;
const PAGES_PER_SWEEP = 20;

/** What the queue is made with. */
export interface CloudTasksOptions {
  /** Its store keeps the promises. */
  context: () => QueueContext;
  settings: CloudTasksSettings;
  /** Where the client connects, for tests. */
  client?: ClientOptions;
  /** Host and port of the emulator that takes the service's place. */
  emulator?: string | undefined;
  /** Default: the timer of the process. */
  timer?: SetTimer;
  /** From 0 up to 1, for the jitter. */
  random?: () => number;
}

/**
 * The queue on Cloud Tasks. A task is promised in the store with its cause, since its creation can't be part of the
 * transaction, and created when that has committed; the sweeper creates those anew that were never created or are overdue.
 * What Cloud Tasks then calls is `CloudTasksReceiver`.
 */
export class CloudTasksQueue implements Queue {
  readonly #context: () => QueueContext;
  readonly #settings: CloudTasksSettings;
  readonly #client: TaskService;
  readonly #starting = new Set<Promise<void>>();
  /** What was promised for when, so that starting the same task twice makes one. */
  readonly #dueAt = new WeakMap<Task, number>();

  constructor(options: CloudTasksOptions) {
    const { context, settings, client = {}, emulator, timer = hostTimer, random = Math.random } = options;
    this.#context = context;
    this.#settings = settings;
    this.#client = emulator
      ? new TasksEmulator({ host: emulator, now: () => context().now(), timer })
      : new CloudTasksClient({ client, timer, random });
  }

  add(tx: Transaction, task: Task): void {
    const promise = newTask(task, this.#context().now());
    this.#dueAt.set(task, promise.dueAt);
    tx.merge(taskPath(task.id), { ...promise, ...sweepAfter(promise.dueAt), sweeps: 0 });
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

  /** Resolves when what this process has started is created. */
  async drain(): Promise<void> {
    while (this.#starting.size > 0) await Promise.all(this.#starting);
  }

  /**
   * Creates the tasks again that were never created, or that were lost: a schedule calls it every few minutes. One that is
   * still on its way then comes twice and is run once.
   * @returns how many.
   */
  async sweep(): Promise<number> {
    let total = 0;
    for (let page = 0; page < PAGES_PER_SWEEP; page++) {
      const overdue = await this.#findOverdue();
      await inParallel(overdue, async (body) => this.#sendAgain(body));
      total += overdue.length;
      if (overdue.length < SWEPT_AT_ONCE) break;
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

  /** A page of what is overdue, marked so that other sweeps leave it alone for a while. */
  #findOverdue(): Promise<CloudTaskBody[]> {
    const { store, now } = this.#context();
    return retryOnConflict(() =>
      store.transact(async (tx) => {
        const at = now();
        const { docs } = await tx.query<StoredTask>({
          collection: TASKS,
          where: [{ field: "sweepAt", op: "<=", value: at }],
          orderBy: [{ field: "sweepAt", direction: "asc" }],
          limit: SWEPT_AT_ONCE,
        });
        return docs.map(({ path, id, data: { job, nextAt = at, sweeps = 0 } }) => {
          tx.update(path, { ...sweepAfter(at, sweeps + 1), sweeps: sweeps + 1 });
          return { id, job, dueAt: Math.max(at, nextAt), hop: 0 };
        });
      }),
    );
  }

  /** Lets go of the connection. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

/** When the sweeper looks after a task that is due at `dueAt` and was swept so often. */
export function sweepAfter(dueAt: number, sweeps = 0): { sweepAt: number } {
  return { sweepAt: dueAt + Math.min(LONGEST_GRACE, GRACE * 2 ** sweeps) };
}
