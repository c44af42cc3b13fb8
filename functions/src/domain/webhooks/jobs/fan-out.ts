import { channelsOf } from "#domain/events/channels";
import { fanOut } from "#domain/events/jobs";
import { matches, readSubscriptions } from "#domain/events/store/subscriptions";
import type { WebhookEvent } from "#domain/events/webhook-body";
import { deliverLater, type Wake, wakeDeliveries } from "#domain/webhooks/store/deliver-later";
import { deliveryIdOf, deliveryPath, messagePath, newDelivery, newMessage } from "#domain/webhooks/store/messages";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { batchesOf } from "#platform/parallel";
import { retryOnConflict } from "#platform/retry-on-conflict";
import { taskPath } from "#queue/task-record";
import type { Context } from "#src/context";
import { job } from "#src/job";

/** Most documents of one transaction, with some room below the limit of a commit. */
const WRITES_PER_COMMIT = 400;

interface NumberedEvent {
  event: WebhookEvent;
  messageId: string;
  traceparent: string | undefined;
}

/**
 * Turns the events of one call into messages, and each message into a delivery to every subscribed endpoint. Ids derive from
 * the id of the task, and a message is written with its deliveries, so a repeated run makes no duplicates. The last
 * transaction deletes the task.
 */
export default job(fanOut, async (context, { apiKeyId, events, traceparent }, { id }) => {
  const numbered = (JSON.parse(events) as WebhookEvent[]).map((event, i) => ({
    event,
    messageId: `${id}-${i}`,
    traceparent,
  }));
  let size = numbered.length;
  if (size > 1) {
    const subscriptions = await readSubscriptions(context.store, apiKeyId);
    size = Math.max(1, Math.floor(WRITES_PER_COMMIT / (subscriptions.length * 2 + 1)));
  }
  const all = batchesOf(numbered, size);
  for (const [i, batch] of all.entries()) {
    const ends = i === all.length - 1 ? id : undefined;
    wakeDeliveries(context, await retryOnConflict(() => fanOutBatch(context, apiKeyId, batch, ends)));
  }
});

/** @param ends id of the task, in the last batch. */
function fanOutBatch(
  context: Context,
  apiKeyId: string,
  batch: readonly NumberedEvent[],
  ends: string | undefined,
): Promise<Set<Wake>> {
  const apiKey = apiKeyPath(apiKeyId);
  return context.store.transact(async (tx) => {
    const [subscriptions, existing] = await Promise.all([
      readSubscriptions(tx, apiKeyId),
      tx.getMany(batch.map(({ messageId }) => messagePath(apiKey, messageId))),
    ]);
    const messages = batch
      .filter((_, i) => !existing[i])
      .map(({ event, messageId, traceparent }) => {
        const channels = channelsOf(event);
        const endpointIds = subscriptions
          .filter((subscription) => matches(subscription, event.type, channels))
          .map(({ endpointId }) => endpointId);
        return { event, messageId, traceparent, channels, endpointIds };
      });
    const wake = await deliverLater(tx, context, apiKeyId, [...new Set(messages.flatMap((one) => one.endpointIds))]);
    const now = context.now();
    const wakes = new Set<Wake>();
    for (const { event, messageId, traceparent, channels, endpointIds } of messages) {
      if (endpointIds.length === 0) continue;
      tx.create(messagePath(apiKey, messageId), newMessage(event, channels, now, traceparent));
      for (const endpointId of endpointIds) {
        const delivery = newDelivery({ messageId, endpointId, eventType: event.type }, now);
        tx.create(deliveryPath(apiKey, deliveryIdOf(messageId, endpointId, now)), delivery);
        wakes.add(wake(endpointId));
      }
    }
    if (ends !== undefined) tx.delete(taskPath(ends));
    return wakes;
  });
}
