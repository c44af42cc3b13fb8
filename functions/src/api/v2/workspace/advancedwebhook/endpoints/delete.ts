import * as z from "zod";
import { changeEndpoint } from "#domain/webhooks/store/endpoint-changes";
import { EndpointId } from "#domain/webhooks/webhook-endpoint";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/endpoints/delete",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "write",
  audit: { action: "webhookEndpoint.delete", target: ({ endpointId }) => ({ endpointId }) },
  summary: "Delete a webhook endpoint permanently: its deliveries stop at once, and its secret is no longer used.",
  input: z.object({ endpointId: EndpointId }),
  output: z.object({ endpointId: z.string(), deleted: z.literal(true) }),
  cost: { reads: 4, writes: 4, trips: 2 },
  example: { endpointId: "ep_1" },
  async handle(call, { endpointId }) {
    await changeEndpoint(call, endpointId, () => undefined);
    return {
      message: "Advanced webhook endpoint deleted successfully.",
      data: { endpointId, deleted: true as const },
    };
  },
});
