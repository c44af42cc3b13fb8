import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { type StoredTask, taskPath } from "#queue/task-record";
import type { Context } from "#src/context";

/**
 * Records in the task of an endpoint how many deliveries may start and until when, before they start, so that the next
 * run keeps to the rate limit even after a crash.
 * @param before the previous record.
 * @throws Error when another worker has taken over the task.
 */
export function reserveStarts(context: Context, taskId: string, before: string, started: string): Promise<void> {
  return retryOnConflict(() =>
    context.store.transact(async (tx) => {
      const task = await tx.get<StoredTask>(taskPath(taskId));
      if (!task || (task.data.payload.started ?? "") !== before)
        throw new Error("another worker has taken over the deliveries to this endpoint");
      tx.update(task.path, { payload: { ...task.data.payload, started } });
    }),
  );
}
