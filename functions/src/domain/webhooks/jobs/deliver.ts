import { deliver } from "#domain/webhooks/jobs";
import { deliveryTask, pausedTask } from "#domain/webhooks/store/deliver-later";
import { waitingQueries } from "#domain/webhooks/store/delivery-slots";
import { addSlots } from "#domain/webhooks/store/earlier-deliveries";
import { helpedSlots } from "#domain/webhooks/store/endpoint-helpers";
import type { StoredDelivery } from "#domain/webhooks/store/messages";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { pause } from "#platform/async/timer";
import { taskPath } from "#queue/task-record";
import type { Context } from "#src/context";
import { job } from "#src/job";
import { EndpointWorker } from "./endpoint-worker.ts";

/**
 * Delivers to one endpoint until nothing is due. Then it deletes its task if no delivery is pending, in the transaction
 * that checks this; otherwise it reschedules the task for the next delivery. A helper, which has a slot, just ends.
 */
export default job(deliver, async (context, { apiKeyId, endpointId, started = "", helped = "", slot }, run) => {
  const { id: taskId, isOver = () => false } = run;
  const task = { apiKeyId, endpointId, taskId, started, helped: helpedSlots(helped), slot, isOver };
  const worker = new EndpointWorker(context, task);
  if (slot !== undefined) return help(context, worker);
  for (;;) {
    await addSlots(context, apiKeyId, endpointId);
    const pauseUntil = await worker.work();
    if (await retryOnConflict(() => endOrPause(context, task, worker, pauseUntil))) return;
  }
});

/**
 * Helps until nothing is due and no start counts against the rate limit, whose share then returns to the main worker.
 */
async function help({ now, timer }: Context, worker: EndpointWorker): Promise<void> {
  for (;;) {
    const pauseUntil = await worker.work();
    if (pauseUntil <= now()) return;
    await pause(pauseUntil - now(), timer);
  }
}

/** @returns false if more deliveries have become due meanwhile, or if helpers are still working. */
function endOrPause(
  context: Context,
  { apiKeyId, endpointId, taskId }: { apiKeyId: string; endpointId: string; taskId: string },
  worker: EndpointWorker,
  pauseUntil: number,
): Promise<boolean> {
  const queries = waitingQueries(context.store, apiKeyPath(apiKeyId), endpointId);
  return context.store.transact(async (tx) => {
    const results = await Promise.all(queries.map((query) => tx.query<StoredDelivery>({ ...query, limit: 1 })));
    const due = results.flatMap(({ docs }) => docs.flatMap(({ data }) => data.nextAt ?? data.dueAt ?? []));
    const next = Math.min(...due);
    const dueAt = Math.max(due.length > 0 ? next : 0, pauseUntil);
    const hasMore = (due.length > 0 && dueAt <= context.now()) || !worker.isAlone;
    if (hasMore && !worker.isOver) return false;
    if (dueAt === 0 && worker.isAlone) tx.delete(taskPath(taskId));
    else {
      const pausedUntil = dueAt === pauseUntil ? pauseUntil : 0;
      const task = pausedTask(deliveryTask(apiKeyId, endpointId), { started: worker.started, pausedUntil });
      context.queue.add(tx, { ...task, dueAt: Math.max(dueAt, context.now()) });
    }
    return true;
  });
}
