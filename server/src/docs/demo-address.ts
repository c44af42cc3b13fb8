import { apiKeyPath, findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import type { Store } from "@atrium/functions/store/port";

/** Matches the demo's own target for mail links: its shared editor, on any server. Another address was set by a user. */
const SHARED_EDITOR = /^https?:\/\/[^/]+(?=\/demo\?document=\{documentId\}&thread=\{annotationId\}$)/;

/**
 * Makes the mail links of a demo API key use the server's current address: the seed world contains the default port.
 * @param address such as `http://127.0.0.1:5050`.
 */
export async function setDemoAddress(store: Store, apiKeyId: string, address: string): Promise<void> {
  const { documentUrl = "" } = (await findApiKey(store, apiKeyId))?.config ?? {};
  const next = documentUrl.replace(SHARED_EDITOR, () => address);
  if (next === documentUrl) return;
  const data = { config: { documentUrl: next } };
  await store.commit([{ op: "merge", path: apiKeyPath(apiKeyId), data, precondition: { exists: true } }]);
}
