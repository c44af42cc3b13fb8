import * as z from "zod";
import { startRecovery } from "#domain/webhooks/store/deliveries";
import { EndpointId } from "#domain/webhooks/webhook-endpoint";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/deliveries/recover",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "write",
  audit: false,
  summary:
    "Resend, in the background, the failed and canceled deliveries of an endpoint since a given time. Events that occurred while the endpoint was disabled have no deliveries.",
  input: z.object({
    endpointId: EndpointId,
    /** ISO 8601, at most 30 days ago: older deliveries have been deleted. */
    since: z.iso.datetime({ offset: true, error: "must be an ISO 8601 text, such as 2026-01-05T09:00:00Z." }),
  }),
  output: z.object({ endpointId: z.string() }),
  cost: { reads: 2, writes: 1, trips: 2 },
  example: { endpointId: "ep_1", since: "2026-01-01T00:00:00Z" },
  async handle(call, { endpointId, since }) {
    await startRecovery(call, endpointId, Date.parse(since));
    return { message: "Recovery started successfully.", data: { endpointId } };
  },
});
