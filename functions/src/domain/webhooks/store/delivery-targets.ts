import type { KeyObject } from "node:crypto";
import { advancedWebhookDefaults } from "#domain/configs/advanced-webhook-config";
import { configPath, fromStoredConfig, type StoredConfig } from "#domain/configs/store/configs";
import { BASIC_ENDPOINT } from "#domain/events/store/subscriptions";
import type { BodyForm } from "#domain/events/webhook-body";
import { signingKey } from "#domain/webhooks/signature";
import { unseal } from "#platform/secrets";
import type { Context } from "#src/context";
import { endpointPath, type StoredEndpoint, validSecrets } from "./endpoints.ts";

/** Where and how deliveries to an endpoint go. */
export interface DeliveryTarget {
  url: string;
  /** Beside those that every delivery has. */
  headers: Record<string, string>;
  /** What signs, the current one first; basic webhooks are not signed. */
  keys: KeyObject[];
  form: BodyForm;
  /** Deliveries that start in any one second, at most. */
  rateLimit?: number | undefined;
  /** Since when its attempts fail, in ms since 1970. */
  failingSince?: number | undefined;
}

/** Keys by their secrets, so that whoever loads a target again and again need not make them each time. */
export type KnownKeys = Map<string, KeyObject>;

/** The target of an endpoint, or of the basic webhook; undefined while it takes nothing: disabled or gone. */
export function loadTarget(
  context: Context,
  apiKeyId: string,
  endpointId: string,
  known: KnownKeys,
): Promise<DeliveryTarget | undefined> {
  if (endpointId === BASIC_ENDPOINT) return loadBasic(context, apiKeyId);
  return loadAdvanced(context, apiKeyId, endpointId, known);
}

async function loadAdvanced(
  context: Context,
  apiKeyId: string,
  endpointId: string,
  known: KnownKeys,
): Promise<DeliveryTarget | undefined> {
  const [doc, stored] = await context.store.getMany([
    endpointPath(apiKeyId, endpointId),
    configPath(apiKeyId, "advancedWebhook"),
  ]);
  const endpoint = doc?.data;
  const config = fromStoredConfig(context, "advancedWebhook", stored);
  if (!endpoint || endpoint.disabled || !config?.isEnabled) return undefined;
  const { url, rateLimit, failingSince } = endpoint;
  const form = { ...advancedWebhookDefaults, ...config };
  return { url, headers: {}, keys: keysOf(context, endpoint, known), form, rateLimit, failingSince };
}

function keysOf(context: Context, { secrets }: StoredEndpoint, known: KnownKeys): KeyObject[] {
  return validSecrets(context, secrets).map((stored) => {
    const key = known.get(stored.sealed) ?? signingKey(unseal(context.encryptionKey, stored.sealed));
    known.set(stored.sealed, key);
    return key;
  });
}

async function loadBasic(context: Context, apiKeyId: string): Promise<DeliveryTarget | undefined> {
  const stored = await context.store.get<StoredConfig>(configPath(apiKeyId, "webhook"));
  const { useWebhookService, webhookServiceConfig } = fromStoredConfig(context, "webhook", stored) ?? {};
  const { rawNotificationUrl: url, authToken, ...form } = webhookServiceConfig ?? {};
  if (!useWebhookService || !url) return undefined;
  return {
    url,
    headers: authToken ? { authorization: `Basic ${authToken}` } : {},
    keys: [],
    form: { ...advancedWebhookDefaults, ...form },
  };
}
