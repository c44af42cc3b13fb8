import type { Store } from "#store/port";
import type { Tenant } from "#testing/harness/world";
import { dump } from "./store-dump.ts";

/**
 * Everything in the store except records of idempotency keys, with random values and times masked: the dumps of two
 * worlds with the same history are equal.
 */
export async function maskedDump(store: Store, tenant: Tenant): Promise<string[]> {
  const entries = Object.entries(await dump(store)).filter(([path]) => !path.includes("/idempotency/"));
  const lines = entries.map(([path, text]) => {
    const ids = path.split("/").map((segment) => mask(segment, tenant));
    return `${ids.join("/")} ${mask(text.replace(/^\S+ /, ""), tenant)}`;
  });
  return lines.sort();
}

/** Text with masked ids, times, secrets and encoded or encrypted values. */
export function mask(text: string, { workspaceId, apiKeyId }: Tenant): string {
  return text
    .replaceAll(workspaceId, "<workspace>")
    .replaceAll(apiKeyId, "<apiKey>")
    .replace(/\b[a-z]+_[A-Za-z0-9]{8,}/g, "<id>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/"(client|firstClient|updateBytes)":\d+/g, '"$1":<number>')
    .replace(/(?<="deletedEditors":\[)[\d,]+/g, (clients) => clients.replace(/\d+/g, "<number>"))
    .replace(/\b\d{10,}\b/g, "<number>")
    .replace(/[A-Za-z0-9+/=]{20,}/g, "<text>");
}
