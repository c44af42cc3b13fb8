import { deliver } from "#domain/webhooks/jobs";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { DeclaredTask } from "#queue/declare-job";
import { type StoredTask, taskPath } from "#queue/task-record";
import type { Context } from "#src/context";

/** An endpoint and the task of its worker. */
interface Worker {
  apiKeyId: string;
  endpointId: string;
  taskId: string;
}

/** The task of a worker that helps with one slot. */
function helperTask({ apiKeyId, endpointId, taskId }: Worker, slot: number, started = ""): DeclaredTask {
  return deliver.task({ id: `${taskId}~${slot}` }, { apiKeyId, endpointId, slot, started });
}

/** The slots that are assigned to helpers, parsed from the payload of the worker's task. */
export function helpedSlots(text: string): number[] {
  return text === "" ? [] : text.split(",").map(Number);
}

/**
 * Adds a worker that helps with a slot.
 * @param helped the slots that have helpers, including the new one.
 * @param started the starts that count against its share of the rate limit.
 * @throws Error when another worker has taken over the endpoint.
 */
export async function addHelper(
  context: Context,
  worker: Worker,
  { slot, helped, started }: { slot: number; helped: readonly number[]; started: string },
): Promise<void> {
  const helper = helperTask(worker, slot, started);
  await retryOnConflict(() =>
    context.store.transact(async (tx) => {
      const task = await tx.get<StoredTask>(taskPath(worker.taskId));
      if (!task?.data.lease) throw new Error("another worker has taken over the deliveries to this endpoint");
      tx.update(task.path, { payload: { ...task.data.payload, helped: helped.join(",") } });
      context.queue.add(tx, helper);
    }),
  );
  await context.queue.start(helper);
}

/** The given slots whose helpers are still working. */
export async function activeHelperSlots(
  { store }: Context,
  worker: Worker,
  slots: readonly number[],
): Promise<number[]> {
  const tasks = await store.getMany<StoredTask>(slots.map((slot) => taskPath(helperTask(worker, slot).id)));
  return slots.filter((_, i) => tasks[i]?.data.nextAt !== undefined);
}
