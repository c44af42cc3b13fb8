import { notificationFanOut } from "#domain/notifications/jobs";
import { deliverNextPage } from "#domain/notifications/store/fan-out";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { job } from "#src/job";

/**
 * Delivers a notification to all of its recipients in pages. The transaction that delivers a page records the progress, so the
 * job may be interrupted and run concurrently: every recipient receives the notification once.
 */
export default job(notificationFanOut, async (context, { apiKeyId, organizationId, notificationId }) => {
  const apiKey = await findApiKey(context.store, apiKeyId);
  if (!apiKey) return;
  const call = { ...context, requestId: notificationId, apiKey };
  const next = () => context.store.transact((tx) => deliverNextPage(tx, call, organizationId, notificationId));
  while (await retryOnConflict(next));
});
