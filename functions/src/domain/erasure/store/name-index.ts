import type { StoredApiKey } from "#domain/workspaces/api-key";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { ANYBODY } from "#platform/text/named-document";
import type { Store } from "#store/port";

/** Writes a document of an earlier version again, as it is, so that it is found by the people that it names. */
export function addNames(store: Store, path: string): Promise<void> {
  return store.transact(async (tx) => {
    const doc = await tx.get(path);
    if (!doc) return;
    // What stands in chunks is read when it is next written.
    const isInChunks = doc.data.generation !== undefined && doc.data.named === undefined;
    tx.set(path, isInChunks ? { ...doc.data, named: [ANYBODY] } : doc.data);
  });
}

/** Notes that all documents of an API key are found by the people that they name. */
export function noteAllNamed(store: Store, apiKeyId: string): Promise<void> {
  return store.transact(async (tx) => {
    const apiKey = await tx.get<StoredApiKey>(apiKeyPath(apiKeyId));
    if (apiKey) tx.update(apiKey.path, { isIndexedByName: true });
  });
}
