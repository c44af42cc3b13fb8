import { retryOnConflict } from "#platform/retry-on-conflict";
import { type StoredTask, taskPath } from "#queue/task-record";
import type { Context } from "#src/context";

/**
 * Notes in the task of an endpoint how many deliveries may have started, and until when, before they do: whoever goes on
 * after a crash keeps the rate too.
 * @param before what was noted last.
 * @throws Error when somebody else works on the task meanwhile.
 */
export function reserveStarts(context: Context, taskId: string, before: string, started: string): Promise<void> {
  return retryOnConflict(() =>
    context.store.transact(async (tx) => {
      const found = await tx.get<StoredTask>(taskPath(taskId));
      if (!found || (found.data.payload.started ?? "") !== before) throw new Error("somebody else delivers here now");
      tx.update(found.path, { payload: { ...found.data.payload, started } });
    }),
  );
}
