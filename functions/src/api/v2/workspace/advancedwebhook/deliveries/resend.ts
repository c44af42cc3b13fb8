import * as z from "zod";
import { resend } from "#domain/webhooks/store/deliveries";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/deliveries/resend",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "write",
  audit: false,
  summary: "Resend one delivery at once; the message keeps its id, and earlier attempts stay listed.",
  input: z.object({ deliveryId: Id }),
  output: z.object({ deliveryId: z.string() }),
  cost: { reads: 4, writes: 2, trips: 3, extraTrip: "The delivery names its endpoint." },
  example: { deliveryId: "dlv_a1" },
  async handle(call, { deliveryId }) {
    await resend(call, deliveryId);
    return { message: "Delivery resent successfully.", data: { deliveryId } };
  },
});
