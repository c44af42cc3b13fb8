import * as z from "zod";
import { exampleEvent } from "#domain/event-catalogue";
import { EventTypeName } from "#domain/webhook-endpoint";
import { endpoint } from "#http/endpoint";
import { ApiError } from "#model/error";
import { Id } from "#model/fields";
import { sendTo } from "#store/single-deliveries";
import { requireWebhooks } from "#store/webhook-access";
import { loadEndpoint } from "#store/webhook-endpoints";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/endpoints/test",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "write",
  summary: "Send the example of an event to one endpoint, whatever it filters; deliveries/get tells what came of it.",
  input: z.object({ endpointId: Id, eventType: EventTypeName.default("comment.add") }),
  output: z.object({ messageId: z.string(), deliveryId: z.string() }),
  example: { endpointId: "ep_1" },
  async handle(call, { endpointId, eventType }) {
    const event = exampleEvent(eventType, call.apiKey.apiKeyId, call.now());
    const data = await sendTo(call, endpointId, event, async (tx) => {
      const [{ data }] = await Promise.all([
        loadEndpoint(tx, call.apiKey.apiKeyId, endpointId),
        requireWebhooks(tx, call),
      ]);
      if (data.disabled) throw new ApiError("FAILED_PRECONDITION", "The webhook endpoint is disabled.");
    });
    return { message: "Test message sent successfully.", data };
  },
});
