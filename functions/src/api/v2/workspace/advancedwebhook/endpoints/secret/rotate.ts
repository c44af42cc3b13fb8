import * as z from "zod";
import { revealSecrets, rotatedSecrets } from "#domain/webhooks/store/endpoints";
import { loadManagedEndpoint } from "#domain/webhooks/store/require-webhooks";
import { EndpointId } from "#domain/webhooks/webhook-endpoint";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/endpoints/secret/rotate",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "write",
  audit: { action: "webhookSecret.rotate", target: ({ endpointId }) => ({ endpointId }) },
  summary: "Give a webhook endpoint a new secret; for 24 hours, messages are signed with the previous secret too.",
  input: z.object({ endpointId: EndpointId }),
  output: z.object({ endpointId: z.string(), secret: z.string() }),
  cost: { reads: 2, writes: 2, trips: 2 },
  example: { endpointId: "ep_1" },
  async handle(call, { endpointId }) {
    const secrets = await call.store.transact(async (tx) => {
      const { path, data } = await loadManagedEndpoint(tx, call, endpointId);
      const secrets = rotatedSecrets(call, data);
      tx.update(path, { secrets, updatedAt: call.now() });
      return secrets;
    });
    const [secret = ""] = revealSecrets(call, { secrets });
    return {
      message: "Advanced webhook endpoint secret rotated successfully.",
      data: { endpointId, secret },
    };
  },
});
