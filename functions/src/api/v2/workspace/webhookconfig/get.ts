import * as z from "zod";
import { masked } from "#domain/config-secrets";
import { overDefaults } from "#domain/merge-config";
import { WebhookServiceConfig, webhookDefaults } from "#domain/webhook-config";
import { endpoint } from "#http/endpoint";
import { loadConfig } from "#store/configs";

export default endpoint({
  path: "/v2/workspace/webhookconfig/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read where and how basic webhooks are sent; the token is masked except its last 4 characters.",
  input: z.object({}),
  output: z.object({ useWebhookService: z.boolean(), webhookServiceConfig: WebhookServiceConfig }),
  example: {},
  async handle(call) {
    const stored = (await loadConfig(call.store, call, "webhook")) ?? {};
    const data = overDefaults(webhookDefaults, masked("webhook", stored));
    return { message: "Webhook configuration retrieved successfully.", data };
  },
});
