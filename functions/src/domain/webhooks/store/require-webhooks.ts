import { requireAdvancedWebhooks } from "#domain/configs/advanced-webhook-config";
import { loadConfig } from "#domain/configs/store/configs";
import type { KeyCall } from "#src/call";
import type { StoreReader } from "#store/port";

/** @throws ApiError FAILED_PRECONDITION when advanced webhooks were never configured, or are disabled. */
export async function requireWebhooks(reader: StoreReader, call: KeyCall): Promise<void> {
  requireAdvancedWebhooks(await loadConfig(reader, call, "advancedWebhook"));
}
