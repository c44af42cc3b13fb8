import * as z from "zod";
import { revealSecrets } from "#domain/webhooks/store/endpoints";
import { loadManagedEndpoint } from "#domain/webhooks/store/require-webhooks";
import { EndpointId } from "#domain/webhooks/webhook-endpoint";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/endpoints/secret/get",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "read",
  readOnlySessions: false,
  summary: "Read the secret that signs the deliveries of a webhook endpoint.",
  input: z.object({ endpointId: EndpointId }),
  output: z.object({ endpointId: z.string(), secret: z.string() }),
  cost: { reads: 2, writes: 0, trips: 1 },
  example: { endpointId: "ep_1" },
  async handle(call, { endpointId }) {
    const { data } = await loadManagedEndpoint(call.store, call, endpointId);
    const [secret = ""] = revealSecrets(call, data);
    return {
      message: "Advanced webhook endpoint secret retrieved successfully.",
      data: { endpointId, secret },
    };
  },
});
