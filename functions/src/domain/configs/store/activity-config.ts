import type { ActivityConfig } from "#domain/configs/activity-config";
import { apiKeyPath, loadApiKey } from "#domain/workspaces/store/api-keys";
import { credentials } from "#domain/workspaces/store/credentials";
import type { KeyCall, WriteCall } from "#src/call";
import type { StoreReader } from "#store/port";
import { configPath, loadConfig, toStoredConfig } from "./configs.ts";

/**
 * The activity configuration for the endpoints of activities. Costs one read; `isEnabled` comes from the cached
 * credentials and may be a minute old. `immutable` is false until a request sets it.
 */
export async function loadActivityConfig(
  reader: StoreReader,
  call: KeyCall,
): Promise<ActivityConfig & { immutable: boolean }> {
  const settings = await loadConfig(reader, call, "activity");
  return { immutable: false, ...settings, isEnabled: call.apiKey.features.activityService };
}

/** Reads the complete activity configuration: `isEnabled` from the API key, the rest from the stored configuration. */
export async function readActivityConfig(reader: StoreReader, call: KeyCall): Promise<ActivityConfig> {
  const { apiKeyId, workspaceId } = call.apiKey;
  const [{ features }, settings] = await Promise.all([
    loadApiKey(reader, workspaceId, apiKeyId),
    loadConfig(reader, call, "activity"),
  ]);
  return { isEnabled: features.activityService, ...settings };
}

/**
 * Applies `change`, which may run several times, to the activity configuration. `isEnabled` is a feature of the API key, so the
 * key is written too when it changes.
 */
export async function updateActivityConfig(
  call: WriteCall,
  change: (currentConfig: ActivityConfig) => ActivityConfig,
): Promise<ActivityConfig> {
  const { apiKeyId } = call.apiKey;
  const config = await call.store.transact(async (tx) => {
    const currentConfig = await readActivityConfig(tx, call);
    const changed = change(currentConfig);
    const { isEnabled, ...settings } = changed;
    tx.set(configPath(apiKeyId, "activity"), toStoredConfig(call, "activity", settings));
    if (isEnabled !== currentConfig.isEnabled)
      tx.merge(apiKeyPath(apiKeyId), { features: { activityService: isEnabled } });
    return changed;
  });
  credentials(call).forget("apiKey", apiKeyId);
  return config;
}
