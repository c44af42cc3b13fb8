import { notificationFanOut } from "#domain/notifications/jobs";
import { deliverNextPage } from "#domain/notifications/store/fan-out";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/retry-on-conflict";
import { job } from "#src/job";

/**
 * Brings a notification to all whom it is for, a page of users at a time. Each page records how far it has come in the
 * transaction that delivers it, so the job can be cut off, and can run twice at once: everyone receives it once.
 */
export default job(notificationFanOut, async (context, { apiKeyId, organizationId, notificationId }) => {
  const apiKey = await findApiKey(context.store, apiKeyId);
  if (!apiKey) return;
  const call = { ...context, requestId: notificationId, apiKey };
  const next = () => context.store.transact((tx) => deliverNextPage(tx, call, organizationId, notificationId));
  while (await retryOnConflict(next));
});
