import type { ActivityConfig } from "#domain/configs/activity-config";
import { apiKeyPath, loadApiKey } from "#domain/workspaces/store/api-keys";
import { credentials } from "#domain/workspaces/store/credentials";
import type { KeyCall, WriteCall } from "#src/call";
import type { StoreReader } from "#store/port";
import { configPath, loadConfig, toStoredConfig } from "./configs.ts";

/**
 * How activities are logged, for the endpoints of activities: one read. The switch is as authentication knows it, at
 * most a minute old. Records can be changed until `immutable` is set, by the first enable or by a request.
 */
export async function loadActivityConfig(
  reader: StoreReader,
  call: KeyCall,
): Promise<ActivityConfig & { immutable: boolean }> {
  const settings = await loadConfig(reader, call, "activity");
  return { immutable: false, ...settings, isEnabled: call.apiKey.features.activityService };
}

/** The whole configuration of activities as it is now: the switch from the API key, the rest from beside it. */
export async function readActivityConfig(reader: StoreReader, call: KeyCall): Promise<ActivityConfig> {
  const { apiKeyId, workspaceId } = call.apiKey;
  const [{ features }, settings] = await Promise.all([
    loadApiKey(reader, workspaceId, apiKeyId),
    loadConfig(reader, call, "activity"),
  ]);
  return { isEnabled: features.activityService, ...settings };
}

/**
 * Replaces the configuration of activities by what `change` makes of it, which may run several times.
 * Its switch is the feature of the API key, so the key is written too when it turns.
 */
export async function updateActivityConfig(
  call: WriteCall,
  change: (stored: ActivityConfig) => ActivityConfig,
): Promise<ActivityConfig> {
  const { apiKeyId } = call.apiKey;
  const config = await call.store.transact(async (tx) => {
    const stored = await readActivityConfig(tx, call);
    const changed = change(stored);
    const { isEnabled, ...settings } = changed;
    tx.set(configPath(apiKeyId, "activity"), toStoredConfig(call, "activity", settings));
    if (isEnabled !== stored.isEnabled) tx.merge(apiKeyPath(apiKeyId), { features: { activityService: isEnabled } });
    return changed;
  });
  credentials(call).forget("apiKey", apiKeyId);
  return config;
}
