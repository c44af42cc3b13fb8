import { MAX_IN } from "#platform/limits";
import { batchesOf } from "#platform/parallel";
import type { Query, Store } from "#store/port";
import { type StoredTask, TASKS } from "./task-record.ts";

/** Tasks of the jobs that are due, those first that have been due longest, at most `limit`. */
export async function findDue(store: Store, jobs: readonly string[], now: number, limit: number) {
  const found: { id: string; job: string }[] = [];
  for (const some of batchesOf(jobs, MAX_IN)) {
    if (found.length === limit) break;
    const due = { field: "nextAt", op: "<=", value: now } as const;
    const { docs } = await store.query<StoredTask>({
      collection: TASKS,
      where: [ofJobs(some), due],
      orderBy: byTime,
      limit: limit - found.length,
    });
    found.push(...docs.map(({ id, data }) => ({ id, job: data.job })));
  }
  return found;
}

/** When the next task of the jobs is due but those of the ids, in ms since 1970; infinity when none waits. */
export async function nextDue(store: Store, jobs: readonly string[], but: ReadonlySet<string>): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  for (const some of batchesOf(jobs, MAX_IN)) {
    const { docs } = await store.query<StoredTask>({
      collection: TASKS,
      where: [ofJobs(some)],
      orderBy: byTime,
      limit: 1 + but.size,
      select: ["nextAt"],
    });
    next = Math.min(next, docs.find(({ id }) => !but.has(id))?.data.nextAt ?? next);
  }
  return next;
}

const byTime: NonNullable<Query["orderBy"]> = [{ field: "nextAt", direction: "asc" }];

function ofJobs(jobs: string[]): NonNullable<Query["where"]>[number] {
  return { field: "job", op: "in", value: jobs };
}
