import { rewriteCrdt } from "#domain/crdt/store/changes";
import type { StoredCrdt } from "#domain/crdt/store/editors";
import { type LoadedCrdt, loadCrdt } from "#domain/crdt/store/loading";
import { forgetFolded } from "#domain/crdt/store/update-log";
import type { FoldedState } from "#domain/crdt/yjs-state";
import { redactState, type StateRedaction } from "#domain/erasure/redact-state";
import type { DataSubjects } from "#domain/erasure/redact-user";
import { ApiError } from "#platform/error";
import type { WriteCall } from "#src/call";
import { decodeId } from "#store/paths";

/** Redacting a Yjs document takes this many times as long as reading it. Decides which ones go to a worker thread. */
const COST_FACTOR = 4;

/**
 * Removes the data subjects from an editor: from its whole Yjs document, by operations that connected clients can
 * apply, and as the last writer.
 * @param path path of the editor.
 * @throws ApiError ABORTED when the content changes meanwhile.
 */
export async function redactEditor(call: WriteCall, path: string, subjects: DataSubjects): Promise<void> {
  const doc = await call.store.get<StoredCrdt>(path);
  const snapshot = doc && (await loadCrdt(call, doc, { content: true, update: true }));
  if (!snapshot) return;
  const redacted = await redactLoaded(call, snapshot, subjects);
  const { lastUpdatedBy } = snapshot;
  const isTheirs = lastUpdatedBy !== undefined && subjects.userIds.has(lastUpdatedBy);
  if (!redacted && !isTheirs) return;
  const next = redacted ?? { content: snapshot.content.join(""), update: snapshot.update.join("") };
  const [, , , organizationId = "", , documentId = "", , editorId = ""] = path.split("/").map(decodeId);
  try {
    await rewriteCrdt(call, { organizationId, documentId, editorId }, snapshot, next);
    // The log still contains the previous content, including deleted text.
    await forgetFolded(call.store, path);
  } catch (error) {
    // An organization that is being deleted needs no redaction.
    if (!(error instanceof ApiError && error.code === "NOT_FOUND")) throw error;
  }
}

/** The redacted state, or undefined when it names no data subject. A large one is handled in a worker thread. */
async function redactLoaded(
  { heavyWork }: WriteCall,
  { editor, update }: LoadedCrdt,
  subjects: DataSubjects,
): Promise<FoldedState | undefined> {
  const { type, contentKey, client } = editor.data;
  const order: Omit<StateRedaction, "update"> = { type, contentKey, client, subjects };
  const bytes = update.reduce((sum, { length }) => sum + length, 0);
  return heavyWork.isHeavy(COST_FACTOR * bytes)
    ? heavyWork.run<FoldedState | undefined>("redactState", { ...order, update })
    : redactState({ ...order, update: update.join("") });
}
