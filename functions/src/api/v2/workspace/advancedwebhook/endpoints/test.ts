import * as z from "zod";
import { exampleEvent } from "#domain/events/catalogue";
import { loadManagedEndpoint } from "#domain/webhooks/store/require-webhooks";
import { sendTo } from "#domain/webhooks/store/single-deliveries";
import { EndpointId, EventTypeName } from "#domain/webhooks/webhook-endpoint";
import { endpoint } from "#http/endpoint";
import { webhookEndpointDisabled } from "#src/errors";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/endpoints/test",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "write",
  audit: false,
  summary: "Send the example of an event to one endpoint, regardless of its filters; deliveries/get shows the outcome.",
  input: z.object({ endpointId: EndpointId, eventType: EventTypeName.default("comment.add") }),
  output: z.object({ messageId: z.string(), deliveryId: z.string() }),
  cost: { reads: 3, writes: 3, trips: 2 },
  example: { endpointId: "ep_1" },
  async handle(call, { endpointId, eventType }) {
    const event = exampleEvent(eventType, call.apiKey.apiKeyId, call.now());
    const data = await sendTo(call, endpointId, event, async (tx) => {
      const { data } = await loadManagedEndpoint(tx, call, endpointId);
      if (data.disabled) throw webhookEndpointDisabled();
    });
    return { message: "Test message sent successfully.", data };
  },
});
