import { batchesOf } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { MAX_IN } from "#platform/shapes/limits";
import { type Cursor, REMOVE, type Store } from "#store/port";
import { byTime, ofJobs } from "./due-tasks.ts";
import { LEASE, ownerOf } from "./leases.ts";
import type { QueueContext } from "./port.ts";
import { type StoredTask, TASKS } from "./task-record.ts";

/** Maximum number of tasks in one page, and of leases ended in one transaction. */
const PAGE = 200;

/**
 * Ends the leases of processes that are known to have ended, so that their tasks need not wait for the leases to
 * expire. A task that was already cut off in an earlier attempt keeps its lease: it may be what crashes the processes.
 * @param hasEnded whether the process of this name has ended.
 */
export async function freeAbandoned(
  { store, now }: QueueContext,
  jobs: readonly string[],
  hasEnded: (owner: string) => boolean,
): Promise<void> {
  const at = now();
  const isAbandoned = ({ lease = "", attempts = 0 }: StoredTask) => {
    const owner = ownerOf(lease);
    return owner !== undefined && hasEnded(owner) && attempts <= 1;
  };
  for (const names of batchesOf(jobs, MAX_IN)) {
    for (let after: Cursor | undefined; ; ) {
      const { docs, cursor } = await findHeld(store, names, at, after);
      const paths = docs.filter(({ data }) => isAbandoned(data)).map(({ path }) => path);
      if (paths.length > 0) await free(store, paths, isAbandoned, at);
      if (!cursor) break;
      after = cursor;
    }
  }
}

/** A page of the tasks that may be held: a task with a later due time can't be, since a lease lasts `LEASE` at most. */
function findHeld(store: Store, jobs: string[], now: number, after: Cursor | undefined) {
  return store.query<StoredTask>({
    collection: TASKS,
    where: [ofJobs(jobs), { field: "nextAt", op: ">", value: now }, { field: "nextAt", op: "<=", value: now + LEASE }],
    orderBy: byTime,
    limit: PAGE,
    select: ["nextAt", "lease", "attempts"],
    ...(after && { after }),
  });
}

/** Frees the tasks that are still abandoned: another process may have taken one over meanwhile. */
function free(store: Store, paths: string[], isAbandoned: (task: StoredTask) => boolean, now: number): Promise<void> {
  return retryOnConflict(() =>
    store.transact(async (tx) => {
      for (const doc of await tx.getMany<StoredTask>(paths))
        if (doc && isAbandoned(doc.data)) tx.update(doc.path, { lease: REMOVE, leasedUntil: REMOVE, nextAt: now });
    }),
  );
}
