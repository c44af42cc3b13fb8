import { channelsOf } from "#domain/events/channels";
import { fanOut } from "#domain/events/jobs";
import { withParts } from "#domain/events/shared-part";
import { isBasicEndpoint, matches, readSubscriptions, type Subscription } from "#domain/events/store/subscriptions";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { deliverLater, wakeDeliveries, wakeWorkers } from "#domain/webhooks/store/deliver-later";
import { withDenials } from "#domain/webhooks/store/event-denials";
import { withPlaces } from "#domain/webhooks/store/event-places";
import { withPreferences } from "#domain/webhooks/store/event-preferences";
import { deliveryIdOf, deliveryPath, messagePath, newDelivery, newMessage } from "#domain/webhooks/store/messages";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { taskPath } from "#queue/task-record";
import type { Context } from "#src/context";
import { job } from "#src/job";
import type { Transaction } from "#store/port";

/** Maximum number of documents in one transaction, a little below the limit of a commit. */
const WRITES_PER_COMMIT = 400;

/** Maximum size of the events in one transaction, in bytes: Firestore accepts 10 MiB, its emulator 4. */
const BYTES_PER_COMMIT = 2_500_000;

interface NumberedEvent {
  event: WebhookEvent;
  messageId: string;
  traceparent: string | undefined;
}

/**
 * Turns the events of one call into messages, and each message into a delivery to every subscribed endpoint. Ids derive
 * from the id of the task, and a message is written with its deliveries, so a repeated run creates no duplicates. It
 * deletes the task when the workers of all endpoints have been woken.
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
    const batches = batchesToCommit(subscriptions, numbered);
    for (const [i, batch] of batches.entries()) {
      const messages = batch.map((one) => toMessage(subscriptions, one));
      await deliver(context, apiKeyId, messages, i === batches.length - 1 ? taskPath(id) : undefined);
    }
  },
);

/** Splits events into batches that stay within the limits of writes and bytes of a commit. */
function batchesToCommit(subscriptions: readonly Subscription[], events: readonly NumberedEvent[]): NumberedEvent[][] {
  if (events.length <= 1) return [[...events]];
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

interface AddressedMessage extends NumberedEvent {
  channels: string[];
  /** Endpoints that receive it. */
  endpointIds: string[];
}

function toMessage(subscriptions: readonly Subscription[], one: NumberedEvent): AddressedMessage {
  const channels = channelsOf(one.event);
  const receivers = subscriptions.filter((subscription) => matches(subscription, one.event.type, channels));
  return { ...one, channels, endpointIds: receivers.map(({ endpointId }) => endpointId) };
}

/**
 * Writes the messages of a batch with their deliveries, wakes the workers of their endpoints, and deletes the task if
 * this was its last batch. After an interrupted run it wakes all workers again.
 */
async function deliver(
  context: Context,
  apiKeyId: string,
  messages: readonly AddressedMessage[],
  doneTask: string | undefined,
): Promise<void> {
  const { store } = context;
  const endpointIds = [...new Set(messages.flatMap((message) => message.endpointIds))];
  if (store.hasHotspots) {
    // Adding tasks in this transaction would lock the tasks of the workers for each event of a tenant.
    await retryOnConflict(() => store.transact((tx) => writeDeliveries(tx, context, apiKeyId, messages)));
    await wakeWorkers(context, apiKeyId, endpointIds);
    if (doneTask) await store.commit([{ op: "delete", path: doneTask }]);
    return;
  }
  const wakes = await retryOnConflict(() =>
    store.transact(async (tx) => {
      const wake = await deliverLater(tx, context, apiKeyId, endpointIds);
      await writeDeliveries(tx, context, apiKeyId, messages);
      if (doneTask) tx.delete(doneTask);
      return endpointIds.map(wake);
    }),
  );
  await wakeDeliveries(context, wakes);
}

/** Does not read the subscriptions in the transaction: every event of a tenant would lock them. */
async function writeDeliveries(
  tx: Transaction,
  context: Context,
  apiKeyId: string,
  messages: readonly AddressedMessage[],
): Promise<void> {
  const apiKey = apiKeyPath(apiKeyId);
  const existing = await tx.getMany(messages.map(({ messageId }) => messagePath(apiKey, messageId)));
  const now = context.now();
  for (const [i, { event, messageId, traceparent, channels, endpointIds }] of messages.entries()) {
    if (existing[i] || endpointIds.length === 0) continue;
    tx.create(messagePath(apiKey, messageId), newMessage(event, channels, now, traceparent));
    for (const endpointId of endpointIds) {
      const delivery = newDelivery({ messageId, endpointId, eventType: event.type }, now, context.store);
      tx.create(deliveryPath(apiKey, deliveryIdOf(messageId, endpointId, now)), delivery);
    }
  }
}
