import { requireAdvancedWebhooks } from "#domain/advanced-webhook-config";
import type { KeyCall } from "#src/context";
import { loadConfig } from "./configs.ts";
import type { StoreReader } from "./port.ts";

/** @throws ApiError FAILED_PRECONDITION when advanced webhooks were never configured, or are disabled (section 4.5). */
export async function requireWebhooks(reader: StoreReader, call: KeyCall): Promise<void> {
  requireAdvancedWebhooks(await loadConfig(reader, call, "advancedWebhook"));
}
