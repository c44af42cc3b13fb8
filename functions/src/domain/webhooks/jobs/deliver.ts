import { deliver } from "#domain/webhooks/jobs";
import { deliveryTask, pausedTask } from "#domain/webhooks/store/deliver-later";
import { waitingFor } from "#domain/webhooks/store/messages";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { taskPath } from "#queue/task-record";
import { job } from "#src/job";
import { EndpointWorker } from "./endpoint-worker.ts";

/**
 * Delivers to one endpoint until nothing is due. Then it deletes its task if no delivery is pending, in the transaction that
 * checks this; else it reschedules the task for the next delivery.
 */
export default job(deliver, async (context, { apiKeyId, endpointId, started = "" }, { id }) => {
  const worker = new EndpointWorker(context, { apiKeyId, endpointId, taskId: id, started });
  for (;;) {
    const pauseUntil = await worker.work();
    const isDone = await retryOnConflict(() =>
      context.store.transact(async (tx) => {
        const { docs } = await tx.query({ ...waitingFor(apiKeyPath(apiKeyId), endpointId), limit: 1 });
        const [next] = docs;
        const dueAt = Math.max(Number(next?.data.dueAt ?? 0), pauseUntil);
        if (dueAt === 0) tx.delete(taskPath(id));
        else if (next && dueAt <= context.now()) return false;
        else {
          const pausedUntil = dueAt === pauseUntil ? pauseUntil : 0;
          const task = pausedTask(deliveryTask(apiKeyId, endpointId), { started: worker.started, pausedUntil });
          context.queue.add(tx, { ...task, dueAt });
        }
        return true;
      }),
    );
    if (isDone) return;
  }
});
