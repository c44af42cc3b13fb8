import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { Cursor } from "#store/port";
import type { QueueContext, RunnableJob } from "./port.ts";
import { type StoredTask, TASKS } from "./task-record.ts";

/** Number of tasks in one page. */
const PAGE = 500;

/**
 * Makes tasks that an earlier version stored without a due time due now. Reads all tasks in pages, and logs a warning
 * for each job that no longer exists.
 */
export async function upgradeStoredTasks(
  { store, now, log }: QueueContext,
  jobs: readonly RunnableJob[],
): Promise<void> {
  const knownJobs = new Set(jobs.map(({ name }) => name));
  let after: Cursor | undefined;
  do {
    const { docs, cursor } = await store.query<StoredTask>({ collection: TASKS, limit: PAGE, after });
    for (const { data } of docs) {
      if (knownJobs.has(data.job)) continue;
      knownJobs.add(data.job);
      log.warn({ job: data.job }, "tasks wait for a job that does not exist");
    }
    const earlier = docs.filter(({ data }) => isEarlier(data)).map(({ path }) => path);
    if (earlier.length > 0)
      await retryOnConflict(() =>
        store.transact(async (tx) => {
          for (const doc of await tx.getMany<StoredTask>(earlier))
            if (doc && isEarlier(doc.data)) tx.update(doc.path, { nextAt: now() });
        }),
      );
    after = cursor;
  } while (after);
}

function isEarlier({ nextAt, failedAt }: StoredTask): boolean {
  return nextAt === undefined && failedAt === undefined;
}
