import { webhookBody } from "@atrium/functions/domain/events/webhook-body";
import type { WebhookEvent } from "@atrium/functions/domain/events/webhook-event";

/** The parsed body of an event in the default configuration. */
export function plainBody(event: WebhookEvent): unknown {
  const plain = { encodeData: false, encryptData: false, publicKey: "", enableDataProtection: false };
  return JSON.parse(webhookBody("evt_1", event, plain));
}
