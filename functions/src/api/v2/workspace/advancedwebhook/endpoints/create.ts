import { nameTarget } from "#domain/audit/store/audited-store";
import { readSubscriptions, untilSubscriptionsVisible, writeSubscription } from "#domain/events/store/subscriptions";
import {
  endpointPath,
  endpointsOf,
  newEndpoint,
  type StoredEndpoint,
  toEndpoint,
} from "#domain/webhooks/store/endpoints";
import { requireWebhooks } from "#domain/webhooks/store/require-webhooks";
import { MAX_ENDPOINTS, NewWebhookEndpoint, WebhookEndpoint } from "#domain/webhooks/webhook-endpoint";
import { endpoint } from "#http/endpoint";
import { ApiError } from "#platform/error";
import { alreadyExists } from "#src/errors";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/endpoints/create",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "write",
  audit: { action: "webhookEndpoint.create" },
  summary: "Add a webhook endpoint, which gets its own signing secret.",
  input: NewWebhookEndpoint,
  output: WebhookEndpoint,
  cost: { reads: 5, writes: 3, trips: 2 },
  example: {
    url: "https://hooks.example.com/atrium",
    description: "Comments to the chat",
    filterTypes: ["comment.add", "comment_annotation.assign"],
    channels: ["organization:acme"],
  },
  async handle(call, input) {
    const { apiKeyId } = call.apiKey;
    const data = newEndpoint(call, input);
    const id = call.newId("ep");
    await call.store.transact(async (tx) => {
      const [subscriptions, { docs }] = await Promise.all([
        readSubscriptions(tx, apiKeyId),
        tx.query<StoredEndpoint>({ collection: endpointsOf(apiKeyId) }),
        requireWebhooks(tx, call),
      ]);
      if (docs.length >= MAX_ENDPOINTS)
        throw new ApiError("RESOURCE_EXHAUSTED", `An API key may have ${MAX_ENDPOINTS} webhook endpoints.`);
      if (input.uid !== undefined && docs.some((doc) => doc.data.uid === input.uid))
        throw alreadyExists("webhookEndpoint");
      nameTarget(tx, { endpointId: id });
      tx.create(endpointPath(apiKeyId, id), data);
      writeSubscription(tx, apiKeyId, subscriptions, { id, data });
    });
    await untilSubscriptionsVisible(call);
    return { message: "Advanced webhook endpoint created successfully.", data: toEndpoint({ id, data }) };
  },
});
