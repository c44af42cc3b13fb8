import type { WriteCall } from "@atrium/functions/call";
import type { Context } from "@atrium/functions/context";
import { advancedWebhookDefaults } from "@atrium/functions/domain/configs/advanced-webhook-config";
import { configPath, toStoredConfig } from "@atrium/functions/domain/configs/store/configs";
import { deletionPath, type StoredDataDeletion } from "@atrium/functions/domain/erasure/store/data-deletions";
import { exampleEvent } from "@atrium/functions/domain/events/catalogue";
import { migrationPath, type StoredMigration } from "@atrium/functions/domain/migration/store/migrations";
import { endpointPath, newEndpoint } from "@atrium/functions/domain/webhooks/store/endpoints";
import { inspectorPath, type StoredInspector } from "@atrium/functions/domain/webhooks/store/inspectors";
import {
  deliveryPath,
  messagePath,
  newDelivery,
  newMessage,
  type StoredDelivery,
} from "@atrium/functions/domain/webhooks/store/messages";
import { apiKeyPath, findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import type { DocData } from "@atrium/functions/store/port";
import { hookAddress } from "./hook.ts";

/** Organization of the demo that the examples use. */
const organizationId = "meridian-press";
/** An event type that is never sent: the examples' endpoint only receives test messages. */
const silentType = "huddle.create";

/**
 * Adds records that the examples need under fixed names and that no call can create, if the demo lacks them: webhook
 * endpoints with a delivery, inspectors, a completed migration and a completed deletion.
 */
export async function addDemoRecords(context: Context, apiKeyId: string): Promise<void> {
  const { store } = context;
  const [apiKey, hook] = await Promise.all([findApiKey(store, apiKeyId), hookAddress(store)]);
  if (!apiKey) return;
  const records = demoRecords({ ...context, requestId: "demo", apiKey }, hook);
  await store.transact(async (tx) => {
    const storedDocs = await tx.getMany<DocData>(records.map(({ path }) => path));
    for (const [i, { path, data }] of records.entries()) if (!storedDocs[i]) tx.create(path, data);
  });
}

function demoRecords(call: WriteCall, hook: string) {
  const { apiKeyId } = call.apiKey;
  const apiKey = apiKeyPath(apiKeyId);
  const now = call.now();
  const messageId = "evt_1-0";
  const deliveryFields = { messageId, endpointId: "ep_1", eventType: "comment.add" };
  const { nextAt: _delivered, ...delivery } = newDelivery(deliveryFields, now, call.store);
  const attempt = { at: now, duration: 12, status: 204, response: "" };
  const delivered: StoredDelivery = { ...delivery, status: "succeeded", attempts: 1, log: JSON.stringify([attempt]) };
  const migration: StoredMigration = {
    documentId: "draft",
    newDocumentId: "spring-catalogue-2026",
    status: "completed",
    copied: 12,
    total: 12,
    step: "done",
    dueAt: now,
    createdAt: now,
    lastUpdated: now,
  };
  const deletion: StoredDataDeletion = { createdAt: now, tasksCount: 1, tasksLeft: 0, lastTaskCompletedTime: now };
  const advancedWebhook = toStoredConfig(call, "advancedWebhook", { ...advancedWebhookDefaults, isEnabled: true });
  const endpoint = newEndpoint(call, { url: hook, description: "The documentation", filterTypes: [silentType] });
  const receiver: StoredInspector = { createdAt: now, received: 0, description: "The documentation" };
  return [
    { path: configPath(apiKeyId, "advancedWebhook"), data: advancedWebhook },
    { path: endpointPath(apiKeyId, "ep_1"), data: endpoint },
    { path: endpointPath(apiKeyId, "ep_2"), data: endpoint },
    { path: inspectorPath(apiKeyId, "ins_1"), data: receiver },
    { path: inspectorPath(apiKeyId, "ins_2"), data: receiver },
    { path: messagePath(apiKey, messageId), data: newMessage(exampleEvent("comment.add", apiKeyId, now), [], now) },
    { path: deliveryPath(apiKey, "dlv_a1"), data: delivered },
    { path: migrationPath(call, organizationId, "migration-1"), data: migration },
    { path: deletionPath(call, "deletion-1"), data: deletion },
  ] satisfies { path: string; data: DocData }[];
}
