import { findNames } from "#domain/crdt/store/content-names";
import type { StoredCrdt } from "#domain/crdt/store/editors";
import { loadParts } from "#domain/crdt/store/loading";
import type { StoredApiKey } from "#domain/workspaces/api-key";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import type { WriteCall } from "#src/call";
import type { Store } from "#store/port";

/**
 * Rewrites an unchanged document that an earlier version wrote, so that the store indexes it by the people it names.
 */
export function addNames(store: Store, path: string): Promise<void> {
  return store.transact(async (tx) => {
    const doc = await tx.get(path);
    if (doc) tx.set(path, doc.data);
  });
}

/**
 * Like `addNames`, for an editor, with the names in its Yjs document.
 * @throws ApiError ABORTED when it keeps being replaced.
 */
export async function addNamesOfEditor({ store, heavyWork }: WriteCall, path: string): Promise<void> {
  const editor = await store.get<StoredCrdt>(path);
  const parts = editor && (await loadParts(store, editor, { content: false, update: true }));
  if (!parts) return;
  const names = await findNames(heavyWork, parts.update.join(""));
  await store.transact(async (tx) => {
    const doc = await tx.get<StoredCrdt>(path);
    // A later write has already added its names.
    const isSame = doc?.version === parts.editor.version;
    if (doc) tx.set(path, isSame && names.length > 0 ? { ...doc.data, named: names } : doc.data);
  });
}

/** Records that all documents of an API key are in the name index. */
export function noteAllNamed(store: Store, apiKeyId: string): Promise<void> {
  return store.transact(async (tx) => {
    const apiKey = await tx.get<StoredApiKey>(apiKeyPath(apiKeyId));
    if (apiKey) tx.update(apiKey.path, { isIndexedByName: true, areEditorsIndexedByName: true });
  });
}
