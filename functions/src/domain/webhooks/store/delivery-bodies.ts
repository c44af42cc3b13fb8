import { webhookBody } from "#domain/events/webhook-body";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import { readMessage } from "./delivery-records.ts";
import { loadForm } from "./delivery-targets.ts";
import { deliveryPath } from "./messages.ts";

/** Maximum number of characters of a body that are shown. */
const MOST_SHOWN = 100_000;

/** The body of a delivery's requests. */
export interface DeliveryBody {
  /** The beginning of the body, at most 100,000 characters; null when its message has been deleted. */
  body: string | null;
  /** Whether `body` is complete. */
  isWhole: boolean;
  /** Whether the body is encrypted when it is sent; `body` is not. */
  isEncrypted: boolean;
}

/**
 * The body that a delivery sends, in the current format of its endpoint. Bodies are not stored with each attempt: that
 * would add another copy of what people wrote.
 * @throws ApiError NOT_FOUND when the delivery does not exist.
 */
export async function deliveryBody(call: KeyCall, deliveryId: string): Promise<DeliveryBody> {
  const { apiKeyId } = call.apiKey;
  const delivery = await call.store.get(deliveryPath(apiKeyPath(apiKeyId), deliveryId));
  if (!delivery) throw notFound("delivery");
  const { messageId, endpointId } = delivery.data;
  const [message, form] = await Promise.all([
    readMessage(call, apiKeyId, messageId),
    loadForm(call, apiKeyId, endpointId),
  ]);
  const isEncrypted = form.encryptData;
  if (!message) return { body: null, isWhole: true, isEncrypted };
  const event = JSON.parse(message.data.event) as WebhookEvent;
  const body = webhookBody(messageId, event, { ...form, encryptData: false });
  return { body: body.slice(0, MOST_SHOWN), isWhole: body.length <= MOST_SHOWN, isEncrypted };
}
