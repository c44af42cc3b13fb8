import type { StoredUsage } from "#domain/quotas/store/usage-counter";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { shortHash } from "#platform/crypto/short-hash";
import { collectionName, decodeId, splitPath, toPath } from "#store/paths";
import type { DocRef } from "#store/port";
import { tree } from "#store/tree";

/** Documents over which the count of an API key is spread: Firestore takes about one write a second of each. */
const SHARDS = 8;

/** The last measurement of an API key. Times in ms since 1970; without an end it is under way. */
export type StoredMeasurement = { startedAt: number; endedAt?: number };

/** Where the count of an API key stands. */
export function usageShards(apiKeyId: string): DocRef<StoredUsage>[] {
  return Array.from({ length: SHARDS }, (_, i) => `${apiKeyPath(apiKeyId)}/usage/${i}`);
}

/** Where the count of a user stands. */
export function userUsagePath(apiKeyId: string, userId: string): DocRef<StoredUsage> {
  return `${apiKeyPath(apiKeyId)}/${toPath("userUsage", shortHash(userId))}`;
}

/** Where the measurement of an API key stands. */
export function measurementPath(apiKeyId: string): DocRef<StoredMeasurement> {
  return `${apiKeyPath(apiKeyId)}/usage/measurement`;
}

/**
 * The API key whose quota a document counts for; undefined where it counts for none. Only what callers store counts, and
 * of that nothing that the service deletes by itself, such as presence.
 */
export function countedFor(path: string): string | undefined {
  const [root, apiKey, child] = path.split("/", 3);
  if (root !== "apiKeys" || child !== "organizations" || apiKey === undefined) return undefined;
  const { collection } = splitPath(path);
  return tree.collections[collectionName(collection)]?.ttl === undefined ? decodeId(apiKey) : undefined;
}
