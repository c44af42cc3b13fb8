import * as z from "zod";
import { shownConfig } from "#domain/configs/shown-config";
import { loadConfig } from "#domain/configs/store/configs";
import { WebhookServiceConfig } from "#domain/configs/webhook-config";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/webhookconfig/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read where and how basic webhooks are sent; the token is masked except for its last 4 characters.",
  input: z.object({}),
  output: z.object({ useWebhookService: z.boolean(), webhookServiceConfig: WebhookServiceConfig }),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: {},
  async handle(call) {
    const data = shownConfig("webhook", await loadConfig(call.store, call, "webhook"), call.session);
    return { message: "Webhook configuration retrieved successfully.", data };
  },
});
