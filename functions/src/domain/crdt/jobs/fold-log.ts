import { foldLog } from "#domain/crdt/jobs";
import { foldEditor } from "#domain/crdt/store/folding";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { job } from "#src/job";
import { decodeId } from "#store/paths";

export default job(foldLog, async (context, { editor }, { id }) => {
  const [, apiKeyId = ""] = editor.split("/").map(decodeId);
  const apiKey = await findApiKey(context.store, apiKeyId);
  if (!apiKey) return;
  const call = { ...context, requestId: id, apiKey, emits: ["crdt.update_data" as const] };
  await retryOnConflict(() => foldEditor(call, editor));
});
