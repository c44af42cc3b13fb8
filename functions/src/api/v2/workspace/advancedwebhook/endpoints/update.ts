import { z } from "zod";
import { WebhookEndpoint, WebhookEndpointChange } from "#domain/webhook-endpoint";
import { endpoint } from "#http/endpoint";
import { ApiError } from "#model/error";
import { Id } from "#model/fields";
import { readSubscriptions, writeSubscription } from "#store/subscriptions";
import { requireWebhooks } from "#store/webhook-access";
import { changedEndpoint, loadEndpoint, toEndpoint } from "#store/webhook-endpoints";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/endpoints/update",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "write",
  summary: "Change a webhook endpoint; fields that are not sent stay, null takes a filter, channels or the limit away.",
  input: z.object({ endpointId: Id, ...WebhookEndpointChange.shape }),
  output: WebhookEndpoint,
  example: { endpointId: "ep_1", description: "All comments", rateLimit: 20 },
  async handle(call, { endpointId, ...change }) {
    if (Object.values(change).every((value) => value === undefined))
      throw new ApiError("INVALID_ARGUMENT", "At least one endpoint field besides endpointId must be provided.");
    const { apiKeyId } = call.apiKey;
    const data = await call.store.transact(async (tx) => {
      const [found, subscriptions] = await Promise.all([
        loadEndpoint(tx, apiKeyId, endpointId),
        readSubscriptions(tx, apiKeyId),
        requireWebhooks(tx, call),
      ]);
      const changed = changedEndpoint(call, found.data, change);
      tx.set(found.path, changed);
      writeSubscription(tx, apiKeyId, subscriptions, { id: endpointId, data: changed });
      return toEndpoint({ id: endpointId, data: changed });
    });
    return { message: "Advanced webhook endpoint updated successfully.", data };
  },
});
