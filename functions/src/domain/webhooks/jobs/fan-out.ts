import { channelsOf } from "#domain/events/channels";
import { fanOut } from "#domain/events/jobs";
import { withParts } from "#domain/events/shared-part";
import { isBasicEndpoint, matches, readSubscriptions, type Subscription } from "#domain/events/store/subscriptions";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { wakeWorkers } from "#domain/webhooks/store/deliver-later";
import { withDenials } from "#domain/webhooks/store/event-denials";
import { withPlaces } from "#domain/webhooks/store/event-places";
import { withPreferences } from "#domain/webhooks/store/event-preferences";
import { deliveryIdOf, deliveryPath, messagePath, newDelivery, newMessage } from "#domain/webhooks/store/messages";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { taskPath } from "#queue/task-record";
import type { Context } from "#src/context";
import { job } from "#src/job";

/** Most documents of one transaction, with some room below the limit of a commit. */
const WRITES_PER_COMMIT = 400;

/** Most bytes of events of one transaction: Firestore accepts 10 MiB, its emulator 4. */
const BYTES_PER_COMMIT = 2_500_000;

interface NumberedEvent {
  event: WebhookEvent;
  messageId: string;
  traceparent: string | undefined;
}

/**
 * Turns the events of one call into messages, and each message into a delivery to every subscribed endpoint. Ids derive from
 * the id of the task, and a message is written with its deliveries, so a repeated run makes no duplicates. It deletes the
 * task when the workers of all endpoints know.
 */
export default job(
  fanOut,
  async (context, { apiKeyId, events, parts, traceparent, withPreferences: isAsked }, { id }) => {
    const [subscriptions, placed] = await Promise.all([
      readSubscriptions(context.store, apiKeyId),
      withPlaces(context, apiKeyId, withParts(events, parts)),
    ]);
    const isBasic = subscriptions.some(({ endpointId }) => isBasicEndpoint(endpointId));
    const whole = isBasic ? await withDenials(context, apiKeyId, placed) : placed;
    const complete = isAsked ? await withPreferences(context, apiKeyId, whole) : whole;
    const numbered = complete.map((event, i) => ({ event, messageId: `${id}-${i}`, traceparent }));
    const all = batchesToCommit(subscriptions, numbered);
    for (const batch of all) {
      const endpointIds = await retryOnConflict(() => fanOutBatch(context, apiKeyId, subscriptions, batch));
      await wakeWorkers(context, apiKeyId, endpointIds);
    }
    await context.store.commit([{ op: "delete", path: taskPath(id) }]);
  },
);

/** Batches of events, none with more writes or more bytes than a commit may have. */
function batchesToCommit(subscriptions: readonly Subscription[], events: readonly NumberedEvent[]): NumberedEvent[][] {
  if (events.length === 1) return [[...events]];
  const size = Math.max(1, Math.floor(WRITES_PER_COMMIT / (subscriptions.length * 2 + 1)));
  const batches: NumberedEvent[][] = [];
  let room = 0;
  for (const one of events) {
    const bytes = Buffer.byteLength(JSON.stringify(one.event));
    const last = batches.at(-1);
    if (last && last.length < size && bytes <= room) last.push(one);
    else {
      batches.push([one]);
      room = BYTES_PER_COMMIT;
    }
    room -= bytes;
  }
  return batches;
}

/**
 * Writes the messages of a batch with their deliveries. It reads neither the subscriptions nor the tasks of workers: every
 * event of a tenant would lock them.
 * @returns the endpoints that receive any of them, also those of a run that was cut off.
 */
async function fanOutBatch(
  context: Context,
  apiKeyId: string,
  subscriptions: readonly Subscription[],
  batch: readonly NumberedEvent[],
): Promise<string[]> {
  const apiKey = apiKeyPath(apiKeyId);
  const receivers = new Set<string>();
  const messages = batch.map(({ event, ...rest }) => {
    const channels = channelsOf(event);
    const endpointIds = subscriptions
      .filter((subscription) => matches(subscription, event.type, channels))
      .map(({ endpointId }) => endpointId);
    for (const endpointId of endpointIds) receivers.add(endpointId);
    return { event, ...rest, channels, endpointIds };
  });
  await context.store.transact(async (tx) => {
    const existing = await tx.getMany(batch.map(({ messageId }) => messagePath(apiKey, messageId)));
    const now = context.now();
    for (const [i, { event, messageId, traceparent, channels, endpointIds }] of messages.entries()) {
      if (existing[i] || endpointIds.length === 0) continue;
      tx.create(messagePath(apiKey, messageId), newMessage(event, channels, now, traceparent));
      for (const endpointId of endpointIds) {
        const delivery = newDelivery({ messageId, endpointId, eventType: event.type }, now);
        tx.create(deliveryPath(apiKey, deliveryIdOf(messageId, endpointId, now)), delivery);
      }
    }
  });
  return [...receivers];
}
