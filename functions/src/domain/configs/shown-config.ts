import { hideCredentials } from "#platform/shapes/url";
import { type EmailConfig, emailDefaults } from "./email-config.ts";
import { withDefaults } from "./merge-config.ts";
import { type PermissionProviderConfig, permissionProviderDefaults } from "./permission-provider-config.ts";
import { mapUrls, maskConfig } from "./secrets.ts";
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
 * @param session a session that may only read sees no user names and passwords in URLs.
 */
export function shownConfig<N extends keyof ShownConfigs>(
  name: N,
  config: ShownConfigs[N] | undefined,
  session?: { readOnly: boolean },
): Required<ShownConfigs[N]> {
  const maskedConfig = maskConfig(name, config ?? {});
  const reply = session?.readOnly ? mapUrls(name, maskedConfig, hideCredentials) : maskedConfig;
  return withDefaults<object>(defaults[name], reply) as Required<ShownConfigs[N]>;
}
