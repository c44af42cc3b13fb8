import {
  type AdvancedWebhookConfig,
  type AdvancedWebhookConfigChange,
  changeAdvancedWebhookConfig,
} from "#domain/configs/advanced-webhook-config";
import { configPath, loadConfig, toStoredConfig } from "#domain/configs/store/configs";
import { changeWebhookConfig, type WebhookConfig, type WebhookConfigChange } from "#domain/configs/webhook-config";
import {
  BASIC_ENDPOINT,
  isBasicEndpoint,
  PROCESSED_ENDPOINT,
  readSubscriptions,
  type Subscription,
  toSubscriptions,
  untilSubscriptionsVisible,
  writeSubscriptions,
} from "#domain/events/store/subscriptions";
import type { WriteCall } from "#src/call";
import type { Doc, Transaction } from "#store/port";
import { endpointsOf, type StoredEndpoint } from "./endpoints.ts";

/**
 * Changes the configuration of advanced webhooks. The same transaction subscribes all endpoints, or none, when they are turned
 * on or off.
 */
export async function updateAdvancedWebhookConfig(
  call: WriteCall,
  change: AdvancedWebhookConfigChange,
): Promise<AdvancedWebhookConfig> {
  const { apiKeyId } = call.apiKey;
  const config = await call.store.transact(async (tx) => {
    const previousConfig = await loadConfig(tx, call, "advancedWebhook");
    const config = changeAdvancedWebhookConfig(previousConfig, change);
    if (config.isEnabled !== (previousConfig?.isEnabled ?? false)) {
      const [current, { docs }] = await Promise.all([
        readSubscriptions(tx, apiKeyId),
        tx.query<StoredEndpoint>({ collection: endpointsOf(apiKeyId) }),
      ]);
      const basic = current.filter(({ endpointId }) => isBasicEndpoint(endpointId));
      writeSubscriptions(tx, apiKeyId, [...basic, ...(config.isEnabled ? toSubscriptions(docs) : [])]);
    }
    tx.set(configPath(apiKeyId, "advancedWebhook"), toStoredConfig(call, "advancedWebhook", config));
    return config;
  });
  await untilSubscriptionsVisible(call);
  return config;
}

/** Changes the configuration of basic webhooks, which subscribe their URLs to the triggers that are on. */
export async function updateWebhookConfig(call: WriteCall, change: WebhookConfigChange): Promise<WebhookConfig> {
  const { apiKeyId } = call.apiKey;
  const config = await call.store.transact(async (tx) => {
    const [previousConfig, current] = await Promise.all([
      loadConfig(tx, call, "webhook"),
      readSubscriptions(tx, apiKeyId),
    ]);
    const config = changeWebhookConfig(previousConfig ?? {}, change);
    const others = current.filter(({ endpointId }) => !isBasicEndpoint(endpointId));
    writeSubscriptions(tx, apiKeyId, [...basicSubscriptions(config), ...others]);
    tx.set(configPath(apiKeyId, "webhook"), toStoredConfig(call, "webhook", config));
    return config;
  });
  await untilSubscriptionsVisible(call);
  return config;
}

function basicSubscriptions({ useWebhookService, webhookServiceConfig = {} }: WebhookConfig): Subscription[] {
  const { rawNotificationUrl, processedNotificationUrl, triggers = {} } = webhookServiceConfig;
  const filterTypes = Object.entries(triggers).flatMap(([type, isOn]) => (isOn ? [type] : []));
  if (!useWebhookService || filterTypes.length === 0) return [];
  return [
    ...(rawNotificationUrl ? [{ endpointId: BASIC_ENDPOINT, filterTypes }] : []),
    ...(processedNotificationUrl ? [{ endpointId: PROCESSED_ENDPOINT, filterTypes }] : []),
  ];
}

/**
 * Updates the subscriptions to match the configurations and endpoints of the API key. Call it before other writes of
 * the transaction.
 * @param next what is about to be stored instead of the current state.
 */
export async function subscribeAll(
  tx: Transaction,
  call: WriteCall,
  next: {
    webhook?: WebhookConfig | undefined;
    advancedWebhook?: AdvancedWebhookConfig | undefined;
    endpoints?: readonly Pick<Doc<StoredEndpoint>, "id" | "data">[];
  },
): Promise<void> {
  const { apiKeyId } = call.apiKey;
  const [current, basic, advanced, { docs }] = await Promise.all([
    readSubscriptions(tx, apiKeyId),
    loadConfig(tx, call, "webhook"),
    loadConfig(tx, call, "advancedWebhook"),
    tx.query<StoredEndpoint>({ collection: endpointsOf(apiKeyId) }),
  ]);
  const { webhook = basic ?? {}, advancedWebhook = advanced, endpoints = docs } = next;
  const byId = [...endpoints].sort((a, b) => (a.id < b.id ? -1 : 1));
  const all = [...basicSubscriptions(webhook), ...(advancedWebhook?.isEnabled ? toSubscriptions(byId) : [])];
  if (JSON.stringify(all) !== JSON.stringify(current)) writeSubscriptions(tx, apiKeyId, all);
}
