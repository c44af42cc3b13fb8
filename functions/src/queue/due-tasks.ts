import { batchesOf } from "#platform/async/parallel";
import { MAX_IN } from "#platform/shapes/limits";
import type { Query, Store } from "#store/port";
import type { Starting } from "./job-limits.ts";
import { apiKeyOf, type StoredTask, TASKS } from "./task-record.ts";

/** A due task. */
export interface DueTask extends Starting {
  id: string;
}

/** Due tasks of the jobs, longest overdue first, at most `limit`. @param now ms since 1970. */
export async function findDue(store: Store, jobs: readonly string[], now: number, limit: number) {
  const tasks: DueTask[] = [];
  for (const names of batchesOf(jobs, MAX_IN)) {
    if (tasks.length === limit) break;
    const due = { field: "nextAt", op: "<=", value: now } as const;
    const { docs } = await store.query<StoredTask>({
      collection: TASKS,
      where: [ofJobs(names), due],
      orderBy: byTime,
      limit: limit - tasks.length,
    });
    tasks.push(...docs.map(({ id, data }) => ({ id, job: data.job, apiKeyId: apiKeyOf(data) })));
  }
  return tasks;
}

/** When the next task of the jobs is due, in ms since 1970; infinity when none waits. @param ignored ids of tasks to leave out. */
export async function nextDue(store: Store, jobs: readonly string[], ignored: ReadonlySet<string>): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  for (const names of batchesOf(jobs, MAX_IN)) {
    const { docs } = await store.query<StoredTask>({
      collection: TASKS,
      where: [ofJobs(names)],
      orderBy: byTime,
      limit: 1 + ignored.size,
      select: ["nextAt"],
    });
    next = Math.min(next, docs.find(({ id }) => !ignored.has(id))?.data.nextAt ?? next);
  }
  return next;
}

/** The order of `nextAt`. */
export const byTime: NonNullable<Query["orderBy"]> = [{ field: "nextAt", direction: "asc" }];

/** The tasks of these jobs, `MAX_IN` at most. */
export function ofJobs(jobs: string[]): NonNullable<Query["where"]>[number] {
  return { field: "job", op: "in", value: jobs };
}
