import * as z from "zod";
import { ApiError } from "#platform/error";
import { PublicKey } from "#platform/shapes/rsa-public-key";
import { nothingToChange } from "#src/errors";
import { type ConfigChange, changeOf } from "./config-change.ts";
import { mergeConfig, withDefaults } from "./merge-config.ts";

/** How advanced webhooks are sent (docs/behaviour.md#advanced-webhook-configuration). */
export const AdvancedWebhookConfig = z.object({
  isEnabled: z.boolean(),
  encryptData: z.boolean(),
  encodeData: z.boolean(),
  publicKey: PublicKey,
  enableDataProtection: z.boolean(),
});
export type AdvancedWebhookConfig = z.infer<typeof AdvancedWebhookConfig>;

/** A change of the configuration. */
export const AdvancedWebhookConfigChange = changeOf(AdvancedWebhookConfig);
export type AdvancedWebhookConfigChange = ConfigChange<AdvancedWebhookConfig>;

/** Defaults that readers get if nothing is stored. */
export const advancedWebhookDefaults: AdvancedWebhookConfig = {
  isEnabled: false,
  encryptData: false,
  encodeData: false,
  publicKey: "",
  enableDataProtection: false,
};

const howToEnable = 'via POST /v2/workspace/advancedwebhookconfig/update with { "isEnabled": true }.';
const notConfigured = `Advanced webhooks are not configured for this workspace. Enable them first ${howToEnable}`;
const disabled = `Advanced webhooks are disabled for this workspace. Enable them ${howToEnable}`;

/**
 * The configuration after a change: omitted fields are kept, `null` sets the default.
 * @throws ApiError INVALID_ARGUMENT for a change without fields; FAILED_PRECONDITION if the first does not enable.
 */
export function changeAdvancedWebhookConfig(
  currentConfig: AdvancedWebhookConfig | undefined,
  change: AdvancedWebhookConfigChange,
): AdvancedWebhookConfig {
  if (Object.keys(change).length === 0)
    throw nothingToChange(
      "At least one of isEnabled, encryptData, encodeData, publicKey or enableDataProtection must be provided.",
    );
  if (!currentConfig && !change.isEnabled) throw new ApiError("FAILED_PRECONDITION", notConfigured);
  return withDefaults(
    advancedWebhookDefaults,
    mergeConfig<Partial<AdvancedWebhookConfig>>(currentConfig ?? {}, change),
  );
}

/** @throws ApiError FAILED_PRECONDITION when advanced webhooks were never configured, or are disabled. */
export function requireAdvancedWebhooks(
  config: AdvancedWebhookConfig | undefined,
): asserts config is AdvancedWebhookConfig {
  if (!config) throw new ApiError("FAILED_PRECONDITION", notConfigured);
  if (!config.isEnabled) throw new ApiError("FAILED_PRECONDITION", disabled);
}
