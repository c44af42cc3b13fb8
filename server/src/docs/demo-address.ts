import { apiKeyPath, findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import type { Store } from "@atrium/functions/store/port";

/** Where mails of the demo lead: its shared editor on some server. Another address is somebody's own choice. */
const SHARED_EDITOR = /^https?:\/\/[^/]+(?=\/demo\?document=\{documentId\}&thread=\{annotationId\}$)/;

/**
 * Lets the mails of an API key of the demo lead to the server as it is reached now: the seed world names the usual port.
 * @param address such as `http://127.0.0.1:5050`.
 */
export async function pointDemoTo(store: Store, apiKeyId: string, address: string): Promise<void> {
  const { documentUrl = "" } = (await findApiKey(store, apiKeyId))?.config ?? {};
  const next = documentUrl.replace(SHARED_EDITOR, () => address);
  if (next === documentUrl) return;
  const data = { config: { documentUrl: next } };
  await store.commit([{ op: "merge", path: apiKeyPath(apiKeyId), data, precondition: { exists: true } }]);
}
