import { z } from "zod";
import { endpoint } from "#http/endpoint";
import { Id } from "#model/fields";
import { readSubscriptions, writeSubscription } from "#store/subscriptions";
import { requireWebhooks } from "#store/webhook-access";
import { loadEndpoint } from "#store/webhook-endpoints";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/endpoints/delete",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "write",
  summary: "Delete a webhook endpoint for good: its deliveries stop at once and its secret ends.",
  input: z.object({ endpointId: Id }),
  output: z.object({ endpointId: z.string(), deleted: z.literal(true) }),
  example: { endpointId: "ep_1" },
  async handle(call, { endpointId }) {
    const { apiKeyId } = call.apiKey;
    await call.store.transact(async (tx) => {
      const [found, subscriptions] = await Promise.all([
        loadEndpoint(tx, apiKeyId, endpointId),
        readSubscriptions(tx, apiKeyId),
        requireWebhooks(tx, call),
      ]);
      tx.delete(found.path);
      writeSubscription(tx, apiKeyId, subscriptions, { id: endpointId });
    });
    return {
      message: "Advanced webhook endpoint deleted successfully.",
      data: { endpointId, deleted: true as const },
    };
  },
});
