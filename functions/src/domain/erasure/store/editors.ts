import { replaceCrdt } from "#domain/crdt/store/changes";
import { loadCrdt, type StoredCrdt } from "#domain/crdt/store/editors";
import { mayMention } from "#domain/erasure/may-mention";
import { type Forgotten, redactJson, redactRecord } from "#domain/erasure/redact-user";
import { ApiError } from "#platform/error";
import type { WriteCall } from "#src/call";
import { decodeId } from "#store/paths";

/**
 * Takes the forgotten out of what an editor holds, by operations that clients which have joined can apply.
 * @param path of the editor.
 * @throws ApiError ABORTED when it is changed meanwhile.
 */
export async function forgetInEditor(call: WriteCall, path: string, forgotten: Forgotten): Promise<void> {
  const doc = await call.store.get<StoredCrdt>(path);
  const loaded = doc && (await loadCrdt(call.store, doc, { content: true, update: false }));
  if (!loaded || !mayMention(loaded.content, forgotten)) return;
  const data = JSON.parse(loaded.content);
  const redacted = doc.data.type === "map" ? redactRecord(data, forgotten) : redactJson(data, forgotten);
  if (redacted === data) return;
  const [, , , organizationId = "", , documentId = "", , editorId = ""] = path.split("/").map(decodeId);
  try {
    await replaceCrdt(call, { organizationId, documentId, editorId }, loaded.editor.data, redacted);
  } catch (error) {
    // What is being deleted goes as a whole.
    if (!(error instanceof ApiError && error.code === "NOT_FOUND")) throw error;
  }
}
