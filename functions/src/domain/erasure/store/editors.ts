import { replaceCrdt } from "#domain/crdt/store/changes";
import type { StoredCrdt } from "#domain/crdt/store/editors";
import { type LoadedCrdt, loadCrdt } from "#domain/crdt/store/loading";
import { forgetFolded } from "#domain/crdt/store/update-log";
import { redactContent } from "#domain/erasure/redact-content";
import type { DataSubjects } from "#domain/erasure/redact-user";
import { ApiError } from "#platform/error";
import { LargeJson } from "#platform/text/large-json";
import type { WriteCall } from "#src/call";
import { decodeId } from "#store/paths";

/**
 * Removes the data subjects from the content of an editor, by operations that connected clients can apply.
 * @param path of the editor.
 * @throws ApiError ABORTED when the content changes meanwhile.
 */
export async function redactEditor(call: WriteCall, path: string, subjects: DataSubjects): Promise<void> {
  const doc = await call.store.get<StoredCrdt>(path);
  const shown = doc && (await loadCrdt(call, doc, { content: true, update: false }));
  if (!shown || (await redactLoaded(call, shown, subjects)) === undefined) return;
  const loaded = await loadCrdt(call, shown.editor, { content: true, update: true });
  const redacted = loaded && (await redactLoaded(call, loaded, subjects));
  if (!loaded || redacted === undefined) return;
  const [, , , organizationId = "", , documentId = "", , editorId = ""] = path.split("/").map(decodeId);
  try {
    await replaceCrdt(call, { organizationId, documentId, editorId }, loaded, redacted);
    // The log holds what was there before, deleted text included.
    await forgetFolded(call.store, path);
  } catch (error) {
    // An organization that is being deleted needs no redaction.
    if (!(error instanceof ApiError && error.code === "NOT_FOUND")) throw error;
  }
}

/** The redacted content, or undefined when it names no data subject. Large content is handled in a worker thread. */
async function redactLoaded(
  { heavyWork }: WriteCall,
  { editor, content }: LoadedCrdt,
  subjects: DataSubjects,
): Promise<unknown> {
  const { type } = editor.data;
  if (!heavyWork.isHeavy(editor.data.contentBytes)) {
    const text = redactContent({ type, content: content.join(""), subjects });
    return text === undefined ? undefined : JSON.parse(text);
  }
  const text = await heavyWork.run<string | undefined>("redactContent", { type, content, subjects });
  return text === undefined ? undefined : new LargeJson({ text, kind: "other", depth: Number.NaN });
}
