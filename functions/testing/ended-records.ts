import { apiKeyPath } from "#store/api-keys";
import type { Write } from "#store/port";
import { START, type Tenant, type World } from "./world.ts";

const collectionOf = ({ apiKeyId }: Tenant) => `${apiKeyPath(apiKeyId)}/idempotency`;

/** Adds idempotency records to a tenant's key whose time was over when the clock of the world started. */
export function addEndedRecords(w: World, tenant: Tenant, count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, i): Write => {
    const data = { bodyHash: "", startedAt: 0, expireAt: new Date(START - i), reply: "x".repeat(100) };
    return { op: "create", path: `${collectionOf(tenant)}/r${i}`, data };
  });
  return w.context.store.bulk(records);
}

/** How many there are of them, and of others. */
export function recordsOf(w: World, tenant: Tenant): Promise<number> {
  return w.context.store.count({ collection: collectionOf(tenant) });
}
