import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#src/context";
import { toPath } from "#store/paths";
import type { DocData, Transaction } from "#store/port";
import type { Queue, Task } from "./port.ts";

/** How long a caller waits for its task, in ms: most are done by then. */
const LONGEST_WAIT = 1000;

/** Runs one task to its end. Throwing means: try again at the next start. */
export type RunTask = (context: Context, task: Task) => Promise<void>;

interface StoredTask extends DocData {
  job: string;
  payload: Task["payload"];
}

/** Tasks as documents, run by the process that added them and taken up again by `resume` after a restart. */
export class InProcessQueue implements Queue {
  readonly #context: () => Context;
  readonly #run: RunTask;
  readonly #running = new Map<string, Promise<void>>();

  constructor(context: () => Context, run: RunTask) {
    this.#context = context;
    this.#run = run;
  }

  add(tx: Transaction, { id, job, payload }: Task): void {
    tx.set(toPath("tasks", id), { job, payload } satisfies StoredTask);
  }

  async start(task: Task): Promise<void> {
    await Promise.race([this.#begin(task), sleep(LONGEST_WAIT, undefined, { ref: false })]);
  }

  #begin(task: Task): Promise<void> {
    const running = this.#running.get(task.id);
    if (running) return running;
    const context = this.#context();
    const done = this.#run(context, task)
      .then(() => context.store.commit([{ op: "delete", path: toPath("tasks", task.id) }]))
      .catch((error: unknown) =>
        context.log.error(
          { err: error, taskId: task.id, job: task.job },
          "task failed; it runs again at the next start",
        ),
      )
      .finally(() => this.#running.delete(task.id));
    this.#running.set(task.id, done);
    return done;
  }

  /** Takes up what an earlier process has left. */
  async resume(): Promise<void> {
    const { docs } = await this.#context().store.query<StoredTask>({ collection: "tasks" });
    for (const { id, data } of docs) void this.#begin({ id, job: data.job, payload: data.payload });
  }

  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }
}
