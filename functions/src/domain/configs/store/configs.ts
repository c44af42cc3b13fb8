import type { ActivitySettings } from "#domain/configs/activity-config";
import type { AdvancedWebhookConfig } from "#domain/configs/advanced-webhook-config";
import type { EmailConfig } from "#domain/configs/email-config";
import type { NotificationConfig } from "#domain/configs/notification-config";
import type { PermissionProviderConfig } from "#domain/configs/permission-provider-config";
import { holdsSecret, mapSecret } from "#domain/configs/secrets";
import type { WebhookConfig } from "#domain/configs/webhook-config";
import { seal, unseal } from "#platform/crypto/secrets";
import type { KeyCall, WriteCall } from "#src/call";
import type { Context, ReadContext } from "#src/context";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef, StoreReader } from "#store/port";

/** The configurations of an API key by name. */
export interface Configs {
  activity: ActivitySettings;
  advancedWebhook: AdvancedWebhookConfig;
  email: EmailConfig;
  notification: NotificationConfig;
  permissionProvider: PermissionProviderConfig;
  webhook: WebhookConfig;
}
export type ConfigName = keyof Configs;

/** Stored form of a configuration: JSON text, because trigger names have dots; its secret is encrypted. */
export interface StoredConfig extends DocData {
  json: string;
}

/** Path of a configuration. */
export function configPath(apiKeyId: string, name: ConfigName): DocRef<StoredConfig> {
  return toPath("apiKeys", apiKeyId, "configs", name);
}

/** The configuration as stored. */
export function toStoredConfig<N extends ConfigName>(context: Context, name: N, config: Configs[N]): StoredConfig {
  const sealed = holdsSecret(name) ? mapSecret(name, config, (secret) => seal(context.encryptionKey, secret)) : config;
  return { json: JSON.stringify(sealed) };
}

/** The documents of a new API key's first configurations. */
export function newConfigs(
  context: Context,
  apiKeyId: string,
  configs: Partial<Configs> = {},
): { path: string; data: StoredConfig }[] {
  const entries = Object.entries(configs) as [ConfigName, Configs[ConfigName]][];
  return entries.map(([name, config]) => ({
    path: configPath(apiKeyId, name),
    data: toStoredConfig(context, name, config),
  }));
}

/** The configuration of a document, with its secret in plain text; undefined when it was never set. */
export function fromStoredConfig<N extends ConfigName>(
  context: ReadContext,
  name: N,
  doc: Doc<StoredConfig> | undefined,
): Configs[N] | undefined {
  if (!doc) return undefined;
  const config: Configs[N] = JSON.parse(doc.data.json);
  return holdsSecret(name) ? mapSecret(name, config, (sealed) => unseal(context.encryptionKey, sealed)) : config;
}

/** Reads a configuration of the call's API key, with its secret in plain text; undefined when it was never set. */
export async function loadConfig<N extends ConfigName>(
  reader: StoreReader,
  call: KeyCall,
  name: N,
): Promise<Configs[N] | undefined> {
  return fromStoredConfig(call, name, await reader.get<StoredConfig>(configPath(call.apiKey.apiKeyId, name)));
}

/**
 * Applies `change`, which may run several times, to a configuration.
 * @returns the configuration after the write, with its secret in plain text.
 */
export async function updateConfig<N extends ConfigName>(
  call: WriteCall,
  name: N,
  change: (currentConfig: Configs[N] | undefined) => Configs[N],
): Promise<Configs[N]> {
  return call.store.transact(async (tx) => {
    const config = change(await loadConfig(tx, call, name));
    tx.set(configPath(call.apiKey.apiKeyId, name), toStoredConfig(call, name, config));
    return config;
  });
}
