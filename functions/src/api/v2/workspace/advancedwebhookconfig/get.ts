import * as z from "zod";
import { AdvancedWebhookConfig, advancedWebhookDefaults } from "#domain/configs/advanced-webhook-config";
import { loadConfig } from "#domain/configs/store/configs";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/advancedwebhookconfig/get",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "read",
  summary: "Read whether advanced webhooks are enabled, and how their payloads are protected.",
  input: z.object({}),
  output: AdvancedWebhookConfig,
  cost: { reads: 1, writes: 0, trips: 1 },
  example: {},
  async handle(call) {
    return {
      message: "Advanced webhook configuration retrieved successfully.",
      data: (await loadConfig(call.store, call, "advancedWebhook")) ?? advancedWebhookDefaults,
    };
  },
});
