import * as z from "zod";
import { deliveryBody } from "#domain/webhooks/store/delivery-bodies";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/deliveries/body/get",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "read",
  summary:
    "Read the beginning of the body that a delivery sends, in the current format of its endpoint and without encryption.",
  input: z.object({ deliveryId: Id }),
  output: z.object({
    /** At most 100,000 characters; null when the message has been deleted. */
    body: z.string().nullable(),
    /** Whether `body` is complete. */
    isWhole: z.boolean(),
    /** Whether the body is encrypted when it is sent. */
    isEncrypted: z.boolean(),
  }),
  cost: { reads: 3, writes: 0, trips: 2, extraTrip: "The delivery names its message." },
  example: { deliveryId: "dlv_a1" },
  async handle(call, { deliveryId }) {
    return { message: "Delivery body retrieved successfully.", data: await deliveryBody(call, deliveryId) };
  },
});
