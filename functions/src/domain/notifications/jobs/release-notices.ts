import { releaseNotices } from "#domain/notifications/jobs";
import { nextRelease } from "#domain/notifications/store/pipeline/due";
import { releaseHeld, releaseSteps } from "#domain/notifications/store/pipeline/release";
import { releaseTask } from "#domain/notifications/store/pipeline/release-task";
import { sendBatches } from "#domain/notifications/store/pipeline/send-batches";
import { organizationPath } from "#domain/organizations/store/organizations";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { taskPath } from "#queue/task-record";
import { job } from "#src/job";

/**
 * Decides all due notices of an organization and sends all batches that have closed. Then, if nothing waits, deletes
 * its own task in the transaction that checks this; otherwise postpones the task until the next notice or batch is due.
 */
export default job(releaseNotices, async (context, { apiKeyId, organizationId }, { id }) => {
  const apiKey = await findApiKey(context.store, apiKeyId);
  if (!apiKey) return;
  const call = { ...context, requestId: id, apiKey };
  const steps = releaseSteps(context);
  await steps.pause();
  for (;;) {
    // Full batches are sent between the pages, because they take no more before.
    while (await releaseHeld(call, organizationId, steps)) while (await sendBatches(call, organizationId, steps));
    while (await sendBatches(call, organizationId, steps));
    const isDone = await retryOnConflict(() =>
      context.store.transact(async (tx) => {
        const dueAt = await nextRelease(tx, organizationPath(call, organizationId));
        if (dueAt === undefined) tx.delete(taskPath(id));
        else if (dueAt <= context.now()) return false;
        else context.queue.add(tx, { ...releaseTask(apiKeyId, organizationId), dueAt });
        return true;
      }),
    );
    if (isDone) return;
  }
});
