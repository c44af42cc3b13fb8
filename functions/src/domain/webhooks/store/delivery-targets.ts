import type { KeyObject } from "node:crypto";
import { type AdvancedWebhookConfig, advancedWebhookDefaults } from "#domain/configs/advanced-webhook-config";
import { configPath, fromStoredConfig, type StoredConfig } from "#domain/configs/store/configs";
import { BASIC_ENDPOINT, isBasicEndpoint } from "#domain/events/store/subscriptions";
import type { BodyForm } from "#domain/events/webhook-body";
import { signingKey } from "#domain/webhooks/signature";
import { unseal } from "#platform/crypto/secrets";
import type { Context, ReadContext } from "#src/context";
import { endpointPath, type StoredEndpoint, validSecrets } from "./endpoints.ts";

/** URL, headers, keys and body format of deliveries to an endpoint. */
export interface DeliveryTarget {
  url: string;
  /** Additional headers. */
  headers: Record<string, string>;
  /** Signing keys, the current one first; empty for basic webhooks, which are not signed. */
  keys: KeyObject[];
  form: BodyForm;
  /** Maximum number of deliveries that start in any one second; undefined for no limit. */
  rateLimit?: number | undefined;
  /** Since when all attempts have failed, in ms since 1970; undefined if the last one succeeded. */
  failingSince?: number | undefined;
}

/** Caches signing keys by their secrets, because creating a key is slow. */
export type KeyCache = Map<string, KeyObject>;

/** Loads the target of an endpoint, or of the basic webhook; undefined when it is disabled or deleted. */
export function loadTarget(
  context: Context,
  apiKeyId: string,
  endpointId: string,
  keyCache: KeyCache,
): Promise<DeliveryTarget | undefined> {
  if (isBasicEndpoint(endpointId)) return loadBasic(context, apiKeyId, endpointId === BASIC_ENDPOINT);
  return loadAdvanced(context, apiKeyId, endpointId, keyCache);
}

async function loadAdvanced(
  context: Context,
  apiKeyId: string,
  endpointId: string,
  keyCache: KeyCache,
): Promise<DeliveryTarget | undefined> {
  const [doc, configDoc] = await context.store.getMany([
    endpointPath(apiKeyId, endpointId),
    configPath(apiKeyId, "advancedWebhook"),
  ]);
  const endpoint = doc?.data;
  const config = fromStoredConfig(context, "advancedWebhook", configDoc);
  if (!endpoint || endpoint.disabled || !config?.isEnabled) return undefined;
  const { url, rateLimit, failingSince } = endpoint;
  const keys = keysOf(context, endpoint, keyCache);
  return { url, headers: {}, keys, form: advancedForm(config), rateLimit, failingSince };
}

function keysOf(context: Context, { secrets }: StoredEndpoint, keyCache: KeyCache): KeyObject[] {
  return validSecrets(context, secrets).map((secret) => {
    const key = keyCache.get(secret.sealed) ?? signingKey(unseal(context.encryptionKey, secret.sealed));
    keyCache.set(secret.sealed, key);
    return key;
  });
}

async function loadBasic(context: Context, apiKeyId: string, isRaw: boolean): Promise<DeliveryTarget | undefined> {
  const { useWebhookService, webhookServiceConfig } = await readBasic(context, apiKeyId);
  const { rawNotificationUrl, processedNotificationUrl, authToken, ...form } = webhookServiceConfig ?? {};
  const url = isRaw ? rawNotificationUrl : processedNotificationUrl;
  if (!useWebhookService || !url) return undefined;
  return {
    url,
    headers: authToken ? { authorization: `Basic ${authToken}` } : {},
    keys: [],
    form: basicForm(form, isRaw),
  };
}

/** The format of bodies to an endpoint or the basic webhook, even if it is disabled. */
export async function loadForm(context: ReadContext, apiKeyId: string, endpointId: string): Promise<BodyForm> {
  if (isBasicEndpoint(endpointId)) {
    const { webhookServiceConfig } = await readBasic(context, apiKeyId);
    return basicForm(webhookServiceConfig, endpointId === BASIC_ENDPOINT);
  }
  const configDoc = await context.store.get<StoredConfig>(configPath(apiKeyId, "advancedWebhook"));
  return advancedForm(fromStoredConfig(context, "advancedWebhook", configDoc));
}

async function readBasic(context: ReadContext, apiKeyId: string) {
  const configDoc = await context.store.get<StoredConfig>(configPath(apiKeyId, "webhook"));
  return fromStoredConfig(context, "webhook", configDoc) ?? {};
}

function advancedForm(config: Partial<AdvancedWebhookConfig> | undefined): BodyForm {
  return { ...advancedWebhookDefaults, ...config };
}

function basicForm(form: Partial<BodyForm> | undefined, isRaw: boolean): BodyForm {
  return { ...advancedWebhookDefaults, ...form, kind: isRaw ? "basic" : "processed" };
}
