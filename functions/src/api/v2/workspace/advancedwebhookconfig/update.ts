import { AdvancedWebhookConfig, AdvancedWebhookConfigChange } from "#domain/configs/advanced-webhook-config";
import { updateAdvancedWebhookConfig } from "#domain/webhooks/store/webhook-configs";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/advancedwebhookconfig/update",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "write",
  audit: { action: "config.update", target: () => ({ config: "advancedWebhook" }) },
  summary:
    "Enable or disable advanced webhooks, and change how payloads are protected; omitted fields stay unchanged, and null restores the default.",
  input: AdvancedWebhookConfigChange,
  output: AdvancedWebhookConfig,
  cost: { reads: 1, writes: 2, trips: 2 },
  example: { isEnabled: true, encodeData: true },
  async handle(call, input) {
    return {
      message: "Advanced webhook configuration updated successfully.",
      data: await updateAdvancedWebhookConfig(call, input),
    };
  },
});
