import { channelsOf } from "#domain/events/channels";
import { newSpreadId } from "#domain/events/store/new-id";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import type { WriteCall } from "#src/call";
import type { Transaction } from "#store/port";
import { deliverLater, wakeDeliveries } from "./deliver-later.ts";
import { deliveryIdOf, deliveryPath, messagePath, newDelivery, newMessage } from "./messages.ts";

/**
 * Sends an event to one endpoint only, whether or not it subscribes to the event.
 * @param check reads in the transaction, and throws if the event must not be sent.
 */
export async function sendTo(
  call: WriteCall,
  endpointId: string,
  event: WebhookEvent,
  check: (tx: Transaction) => Promise<void>,
): Promise<{ messageId: string; deliveryId: string }> {
  const { apiKeyId } = call.apiKey;
  const apiKey = apiKeyPath(apiKeyId);
  const messageId = newSpreadId(call, "evt", apiKeyId);
  const now = call.now();
  const deliveryId = deliveryIdOf(messageId, endpointId, now);
  const wake = await call.store.transact(async (tx) => {
    const [wakeOf] = await Promise.all([deliverLater(tx, call, apiKeyId, [endpointId]), check(tx)]);
    tx.create(messagePath(apiKey, messageId), newMessage(event, channelsOf(event), now, call.span?.traceparent));
    const delivery = newDelivery({ messageId, endpointId, eventType: event.type }, now, call.store);
    tx.create(deliveryPath(apiKey, deliveryId), delivery);
    return wakeOf(endpointId);
  });
  await wakeDeliveries(call, [wake]);
  return { messageId, deliveryId };
}
