import { batchesOf, inParallel } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { MAX_IN } from "#platform/shapes/limits";
import type { Filter, Patch } from "#store/port";
import type { CloudTaskBody } from "./cloud-tasks-request.ts";
import type { QueueContext } from "./port.ts";
import { type StoredTask, TASKS } from "./task-record.ts";

/** How long a task may be overdue before a sweep creates it again, in ms; doubled after each sweep. */
export const GRACE = 600_000;
const LONGEST_GRACE = 86_400_000;
/** Number of shards over which the times of tasks are spread; a multiple of the shards that one query covers. */
export const SHARDS = 2 * MAX_IN;
/** Maximum number of tasks in one page of a sweep. */
const PAGE = 100;

/** The fields by which a sweep finds a task that is due at `dueAt`, in ms since 1970. */
export function lostAfter(dueAt: number, { shard, sweeps = 0 }: Pick<StoredTask, "shard" | "sweeps">): Patch {
  const at = dueAt + Math.min(LONGEST_GRACE, GRACE * 2 ** sweeps);
  // A task stored by an earlier version has no shard; a sweep finds it by `sweepAt`.
  return shard === undefined ? { sweepAt: at } : { lostAt: at, shard };
}

/** Finds tasks that are overdue, because Cloud Tasks never received them or lost them, and has them created again. */
export class LostTasks {
  readonly #context: () => QueueContext;
  readonly #create: (body: CloudTaskBody) => Promise<void>;
  /** Whether creating tasks fails; if so, the rest waits for the next sweep. */
  #isDown = false;

  constructor(context: () => QueueContext, create: (body: CloudTaskBody) => Promise<void>) {
    this.#context = context;
    this.#create = create;
  }

  /** Sweeps for `longest` ms at most. @returns the number of tasks. */
  async sweep(longest: number): Promise<number> {
    const until = this.#context().now() + longest;
    const numbers = Array.from({ length: SHARDS }, (_, shard) => shard);
    const parts = [undefined, ...batchesOf(numbers, MAX_IN)];
    const counts = await Promise.all(parts.map((shards) => this.#sweepPart(shards, until)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async #sweepPart(shards: readonly number[] | undefined, until: number): Promise<number> {
    for (let total = 0; ; ) {
      const lostTasks = await this.#page(shards);
      total += lostTasks.length;
      await inParallel(lostTasks, (body) => this.#createAgain(body));
      if (lostTasks.length < PAGE || this.#isDown || this.#context().now() >= until) return total;
    }
  }

  async #createAgain(body: CloudTaskBody): Promise<void> {
    const { log } = this.#context();
    log.warn({ taskId: body.id, job: body.job }, "task is overdue; it is created again");
    await this.#create(body).catch((error: unknown) => {
      this.#isDown = true;
      log.error({ err: error, taskId: body.id, job: body.job }, "task could not be created; the sweeper tries again");
    });
  }

  /**
   * A page of lost tasks, each marked so that other sweeps skip it for a while.
   * @param shards undefined: tasks without one.
   */
  #page(shards: readonly number[] | undefined): Promise<CloudTaskBody[]> {
    const { store, now } = this.#context();
    const field = shards ? "lostAt" : "sweepAt";
    const within: Filter[] = shards ? [{ field: "shard", op: "in", value: [...shards] }] : [];
    return retryOnConflict(() =>
      store.transact(async (tx) => {
        const at = now();
        const { docs } = await tx.query<StoredTask>({
          collection: TASKS,
          where: [...within, { field, op: "<=", value: at }],
          orderBy: [{ field, direction: "asc" }],
          limit: PAGE,
        });
        return docs.map(({ path, id, data: { job, nextAt = at, sweeps = 0, shard } }) => {
          tx.update(path, { ...lostAfter(at, { shard, sweeps: sweeps + 1 }), sweeps: sweeps + 1 });
          return { id, job, dueAt: Math.max(at, nextAt), hop: 0 };
        });
      }),
    );
  }
}
