import { replaceCrdt } from "#domain/crdt/store/changes";
import { loadCrdt, type StoredCrdt } from "#domain/crdt/store/editors";
import { mayMention } from "#domain/erasure/may-mention";
import { type DataSubjects, redactJson, redactRecord } from "#domain/erasure/redact-user";
import { ApiError } from "#platform/error";
import type { WriteCall } from "#src/call";
import { decodeId } from "#store/paths";

/**
 * Removes the data subjects from the content of an editor, by operations that connected clients can apply.
 * @param path of the editor.
 * @throws ApiError ABORTED when the content changes meanwhile.
 */
export async function redactEditor(call: WriteCall, path: string, subjects: DataSubjects): Promise<void> {
  const doc = await call.store.get<StoredCrdt>(path);
  const loaded = doc && (await loadCrdt(call.store, doc, { content: true, update: false }));
  const content = loaded?.content.join("") ?? "";
  if (!loaded || !mayMention(content, subjects)) return;
  const data = JSON.parse(content);
  const redacted = doc.data.type === "map" ? redactRecord(data, subjects) : redactJson(data, subjects);
  if (redacted === data) return;
  const [, , , organizationId = "", , documentId = "", , editorId = ""] = path.split("/").map(decodeId);
  try {
    await replaceCrdt(call, { organizationId, documentId, editorId }, loaded.editor.data, redacted);
  } catch (error) {
    // An organization that is being deleted needs no redaction.
    if (!(error instanceof ApiError && error.code === "NOT_FOUND")) throw error;
  }
}
