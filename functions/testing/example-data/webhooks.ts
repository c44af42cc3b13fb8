import { advancedWebhookDefaults } from "#domain/advanced-webhook-config";
import type { KeyCall } from "#src/context";
import { apiKeyPath } from "#store/api-keys";
import { configPath, toStoredConfig } from "#store/configs";
import { deliveryPath, messagePath, newDelivery, newMessage, type StoredDelivery } from "#store/messages";
import type { Write } from "#store/port";
import { endpointPath, newEndpoint } from "#store/webhook-endpoints";

/**
 * Webhook endpoints and deliveries that examples name. `mark` stands in every free text. The endpoints are not subscribed
 * to anything, so that the examples of other endpoints set nothing going.
 */
export function webhooks(call: KeyCall, mark: string): Write[] {
  const { apiKeyId } = call.apiKey;
  const apiKey = apiKeyPath(apiKeyId);
  const config = { ...advancedWebhookDefaults, isEnabled: true };
  const event = {
    ...{ type: "comment.add", source: "comment", timestamp: call.now() },
    data: { targetComment: { commentText: `Shorter${mark}?` }, metadata: { apiKey: apiKeyId, organizationId: "acme" } },
  };
  const endpoints = ["ep_1", "ep_2", "ep_3"].map((id): Write => {
    const given = { url: `https://${id}.example.com/${mark}`, description: `Chat${mark}` };
    return { op: "create", path: endpointPath(apiKeyId, id), data: newEndpoint(call, given) };
  });
  const deliveries = ["dlv_1", "dlv_2", "dlv_3"].map((id): Write => {
    const delivery = newDelivery({ messageId: "evt_1-0", endpointId: "ep_1", eventType: event.type }, call.now());
    const { dueAt: _delivered, ...rest } = delivery;
    const attempt = { at: call.now(), duration: 12, status: 200, response: `ok${mark}` };
    const data: StoredDelivery = { ...rest, status: "succeeded", attempts: 1, log: JSON.stringify([attempt]) };
    return { op: "create", path: deliveryPath(apiKey, id), data };
  });
  return [
    {
      op: "create",
      path: configPath(apiKeyId, "advancedWebhook"),
      data: toStoredConfig(call, "advancedWebhook", config),
    },
    {
      op: "create",
      path: messagePath(apiKey, "evt_1-0"),
      data: newMessage(event, ["organization:acme"], call.now()),
    },
    ...endpoints,
    ...deliveries,
  ];
}
