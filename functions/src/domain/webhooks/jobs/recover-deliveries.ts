import { recoverDeliveries } from "#domain/webhooks/jobs";
import { deliverLater, wakeDeliveries } from "#domain/webhooks/store/deliver-later";
import { deliveriesQuery, restartPatch } from "#domain/webhooks/store/deliveries";
import { MergedDeliveries } from "#domain/webhooks/store/merged-deliveries";
import type { StoredDelivery } from "#domain/webhooks/store/messages";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { Context } from "#src/context";
import { job } from "#src/job";
import type { Cursor } from "#store/port";

/** Deliveries per transaction. */
const PAGE = 200;

/**
 * Resends all deliveries of an endpoint that have failed or been canceled since a given time. It skips deliveries that
 * are already pending, so it may be repeated.
 */
export default job(recoverDeliveries, async (context, { apiKeyId, endpointId, since }) => {
  let after: Cursor | undefined;
  do {
    const from = after;
    after = await retryOnConflict(() => recoverPage(context, apiKeyId, endpointId, since, from));
  } while (after);
});

async function recoverPage(
  context: Context,
  apiKeyId: string,
  endpointId: string,
  since: number,
  after: Cursor | undefined,
): Promise<Cursor | undefined> {
  const { wakes, next } = await context.store.transact(async (tx) => {
    const query = { ...deliveriesQuery(apiKeyId, endpointId), limit: PAGE, ...(after && { after }) };
    const [wake, { docs, cursor }] = await Promise.all([
      deliverLater(tx, context, apiKeyId, [endpointId]),
      new MergedDeliveries(tx, apiKeyId).query<StoredDelivery>(query),
    ]);
    const recent = docs.filter(({ data }) => data.createdAt >= since);
    const missed = recent.filter(({ data }) => data.status === "failed" || data.status === "canceled");
    for (const { path, data } of missed) tx.update(path, restartPatch(data, context));
    // Deliveries are sorted from new to old, so the first that is too old ends the walk.
    const next = recent.length === docs.length ? cursor : undefined;
    return { wakes: missed.length > 0 ? [wake(endpointId)] : [], next };
  });
  await wakeDeliveries(context, wakes);
  return next;
}
