import * as z from "zod";
import { changeEndpoint } from "#domain/webhooks/store/endpoint-changes";
import { changedEndpoint, toEndpoint } from "#domain/webhooks/store/endpoints";
import { EndpointId, WebhookEndpoint, WebhookEndpointChange } from "#domain/webhooks/webhook-endpoint";
import { endpoint } from "#http/endpoint";
import { contractNote } from "#platform/shapes/contract-check";
import { anyFieldOf } from "#platform/shapes/field-rules";
import { nothingToChange } from "#src/errors";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/endpoints/update",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "write",
  audit: { action: "webhookEndpoint.update", target: ({ endpointId }) => ({ endpointId }) },
  summary: "Change a webhook endpoint; omitted fields stay unchanged, and null removes optional fields.",
  input: z
    .object({ endpointId: EndpointId, ...WebhookEndpointChange.shape })
    .check(contractNote(anyFieldOf(WebhookEndpointChange.shape))),
  output: WebhookEndpoint,
  cost: { reads: 4, writes: 3, trips: 2 },
  example: { endpointId: "ep_1", description: "All comments", rateLimit: 20 },
  async handle(call, { endpointId, ...change }) {
    if (Object.values(change).every((value) => value === undefined))
      throw nothingToChange("At least one endpoint field besides endpointId must be provided.");
    const data = await changeEndpoint(call, endpointId, (storedEndpoint) =>
      changedEndpoint(call, storedEndpoint, change),
    );
    return { message: "Advanced webhook endpoint updated successfully.", data: toEndpoint({ id: endpointId, data }) };
  },
});
