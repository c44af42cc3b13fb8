import * as z from "zod";
import { describeEvents } from "#domain/events/catalogue";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/eventtypes/get",
  auth: "apiKey",
  kind: "read",
  summary: "List all event types, each with the JSON schema of its body and an example.",
  input: z.object({}),
  output: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      /** Whether this version sends the event; filters and triggers may also name event types that it does not send. */
      isEmitted: z.boolean(),
      schema: z.record(z.string(), z.unknown()),
      example: z.record(z.string(), z.unknown()),
    }),
  ),
  cost: { reads: 0, writes: 0, trips: 0 },
  example: {},
  async handle(call) {
    return { message: "Event types retrieved successfully.", data: describeEvents(call.apiKey.apiKeyId) };
  },
});
