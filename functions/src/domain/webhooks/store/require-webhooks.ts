import { requireAdvancedWebhooks } from "#domain/configs/advanced-webhook-config";
import { loadConfig } from "#domain/configs/store/configs";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import type { Doc, StoreReader } from "#store/port";
import { endpointPath, type StoredEndpoint } from "./endpoints.ts";

/** @throws ApiError FAILED_PRECONDITION when advanced webhooks were never configured, or are disabled. */
export async function requireWebhooks(reader: StoreReader, call: KeyCall): Promise<void> {
  requireAdvancedWebhooks(await loadConfig(reader, call, "advancedWebhook"));
}

/**
 * Reads an endpoint to manage it. While advanced webhooks are off, the answer does not depend on whether it exists.
 * @throws ApiError FAILED_PRECONDITION when advanced webhooks were never configured, or are disabled; NOT_FOUND
 */
export async function loadManagedEndpoint(
  reader: StoreReader,
  call: KeyCall,
  endpointId: string,
): Promise<Doc<StoredEndpoint>> {
  const [config, endpoint] = await Promise.all([
    loadConfig(reader, call, "advancedWebhook"),
    reader.get<StoredEndpoint>(endpointPath(call.apiKey.apiKeyId, endpointId)),
  ]);
  requireAdvancedWebhooks(config);
  if (!endpoint) throw notFound("webhookEndpoint");
  return endpoint;
}
