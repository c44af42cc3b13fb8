import assert from "node:assert/strict";
import { advancedWebhookDefaults } from "#domain/advanced-webhook-config";
import { eventTypeNames } from "#domain/event-types";
import type { NewWebhookEndpoint } from "#domain/webhook-endpoint";
import type { KeyCall } from "#src/context";
import { findApiKey } from "#store/api-keys";
import { transactChange } from "#store/change";
import { configPath, toStoredConfig } from "#store/configs";
import { deliveriesQuery } from "#store/deliveries";
import type { StoredDelivery } from "#store/messages";
import type { NewEvent } from "#store/outbox";
import { readSubscriptions, writeSubscription } from "#store/subscriptions";
import { endpointPath, newEndpoint } from "#store/webhook-endpoints";
import type { World } from "./world.ts";

/** A call of the world's tenant. */
export async function callOf(w: World): Promise<KeyCall> {
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  if (!apiKey) throw new Error("the tenant has no API key");
  return { ...w.context, requestId: "test", apiKey, emits: eventTypeNames };
}

/** Turns advanced webhooks on and adds an endpoint of this id. */
export async function addEndpoint(w: World, id: string, given: Partial<NewWebhookEndpoint> = {}): Promise<KeyCall> {
  const call = await callOf(w);
  const { apiKeyId } = call.apiKey;
  const data = newEndpoint(call, { url: `https://${id}.example.com/hook`, ...given });
  await call.store.transact(async (tx) => {
    const current = await readSubscriptions(tx, apiKeyId);
    const config = { ...advancedWebhookDefaults, isEnabled: true };
    tx.set(configPath(apiKeyId, "advancedWebhook"), toStoredConfig(call, "advancedWebhook", config));
    tx.create(endpointPath(apiKeyId, id), data);
    writeSubscription(tx, apiKeyId, current, { id, data });
  });
  return call;
}

/** Lets events happen, and all that is due because of them. */
export async function happen(w: World, ...events: NewEvent[]): Promise<void> {
  await transactChange(await callOf(w), async (_tx, { emit }) => {
    for (const event of events) emit(event);
  });
  await w.drain();
}

/** What is known of the deliveries to an endpoint, the oldest first. */
export async function deliveriesOf(w: World, endpointId?: string): Promise<(StoredDelivery & { id: string })[]> {
  const { docs } = await w.context.store.query<StoredDelivery>(deliveriesQuery(w.tenant.apiKeyId, endpointId));
  return docs.map(({ id, data }) => ({ ...data, id })).reverse();
}

/** Turns advanced webhooks on. */
export async function enableWebhooks(w: World): Promise<void> {
  const call = await callOf(w);
  const data = toStoredConfig(call, "advancedWebhook", { ...advancedWebhookDefaults, isEnabled: true });
  await call.store.commit([{ op: "set", path: configPath(call.apiKey.apiKeyId, "advancedWebhook"), data }]);
}

/**
 * What has been sent since this was asked last, after all that is due: type, subject and data of each event, sorted by
 * their text.
 */
export async function eventsSent(w: World): Promise<[type: string, data: Record<string, unknown>][]> {
  await w.drain();
  const sent = w.receivers.calls.splice(0).map(({ json }): [string, Record<string, unknown>] => {
    const { metadata, ...data } = json.data;
    const { apiKey, ...subject } = metadata;
    assert.equal(apiKey, w.tenant.apiKeyId);
    return [json.event, { ...subject, ...data }];
  });
  return sent.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
