import * as z from "zod";
import { shownConfig } from "#domain/configs/shown-config";
import { WebhookConfigChange, WebhookServiceConfig } from "#domain/configs/webhook-config";
import { updateWebhookConfig } from "#domain/webhooks/store/webhook-configs";
import { endpoint } from "#http/endpoint";
import { nothingToChange } from "#src/errors";

export default endpoint({
  path: "/v2/workspace/webhookconfig/update",
  auth: "apiKey",
  kind: "write",
  audit: { action: "config.update", target: () => ({ config: "webhook" }) },
  summary:
    "Change where and how basic webhooks are sent. Omitted fields stay unchanged, and null removes a field; enabling it for the first time sets the default triggers.",
  input: WebhookConfigChange,
  output: z.object({ useWebhookService: z.boolean(), webhookServiceConfig: WebhookServiceConfig }),
  cost: { reads: 2, writes: 3, trips: 2 },
  example: {
    useWebhookService: true,
    webhookServiceConfig: {
      authToken: "dG9rZW46c2VjcmV0",
      rawNotificationUrl: "https://example.com/hooks/raw",
      triggers: { "comment.add": true },
    },
  },
  async handle(call, input) {
    if (input.useWebhookService === undefined && input.webhookServiceConfig === undefined)
      throw nothingToChange(
        "Invalid webhook service configuration. At least one of useWebhookService or webhookServiceConfig must be provided.",
      );
    const config = await updateWebhookConfig(call, input);
    return { message: "Webhook configuration updated successfully.", data: shownConfig("webhook", config) };
  },
});
