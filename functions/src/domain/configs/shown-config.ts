import { type EmailConfig, emailDefaults } from "./email-config.ts";
import { withDefaults } from "./merge-config.ts";
import { type PermissionProviderConfig, permissionProviderDefaults } from "./permission-provider-config.ts";
import { maskConfig } from "./secrets.ts";
import { type WebhookConfig, webhookDefaults } from "./webhook-config.ts";

/** The configurations that have defaults and a secret, by name. */
interface ShownConfigs {
  email: EmailConfig;
  permissionProvider: PermissionProviderConfig;
  webhook: WebhookConfig;
}

const defaults: { [N in keyof ShownConfigs]: Required<ShownConfigs[N]> } = {
  email: emailDefaults,
  permissionProvider: permissionProviderDefaults,
  webhook: webhookDefaults,
};

/**
 * A configuration as returned, whether read or just changed: the stored fields override the defaults, and the secret is
 * masked except its last 4 characters (docs/behaviour.md#configurations).
 */
export function shownConfig<N extends keyof ShownConfigs>(
  name: N,
  config: ShownConfigs[N] | undefined,
): Required<ShownConfigs[N]> {
  return withDefaults<object>(defaults[name], maskConfig(name, config ?? {})) as Required<ShownConfigs[N]>;
}
