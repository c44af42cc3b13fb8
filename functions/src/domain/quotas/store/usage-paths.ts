import type { StoredUsage } from "#domain/quotas/store/usage-counter";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { shortHash } from "#platform/crypto/short-hash";
import { collectionName, decodeId, splitPath, toPath } from "#store/paths";
import type { DocRef } from "#store/port";
import { tree } from "#store/tree";

/**
 * Number of documents over which the count of an API key is spread: Firestore accepts about one write a second to each.
 */
const SHARDS = 8;

/** The last measurement of an API key. Times are in ms since 1970; `endedAt` is omitted while it is running. */
export type StoredMeasurement = { startedAt: number; endedAt?: number };

/** Paths of the count of an API key. */
export function usageShards(apiKeyId: string): DocRef<StoredUsage>[] {
  return Array.from({ length: SHARDS }, (_, i) => `${apiKeyPath(apiKeyId)}/usage/${i}`);
}

/** Path of the count of a user. */
export function userUsagePath(apiKeyId: string, userId: string): DocRef<StoredUsage> {
  return `${apiKeyPath(apiKeyId)}/${toPath("userUsage", shortHash(userId))}`;
}

/** Path of the last measurement of an API key. */
export function measurementPath(apiKeyId: string): DocRef<StoredMeasurement> {
  return `${apiKeyPath(apiKeyId)}/usage/measurement`;
}

/**
 * The API key whose quota a document counts towards; undefined if none. Only data that callers store counts, except
 * data that the service deletes by itself, such as presence.
 */
export function countedFor(path: string): string | undefined {
  const [root, apiKey, child] = path.split("/", 3);
  if (root !== "apiKeys" || child !== "organizations" || apiKey === undefined) return undefined;
  const { collection } = splitPath(path);
  return tree.collections[collectionName(collection)]?.ttl === undefined ? decodeId(apiKey) : undefined;
}
