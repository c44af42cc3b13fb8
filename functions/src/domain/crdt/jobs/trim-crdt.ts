import { trimCrdt } from "#domain/crdt/jobs";
import { trimChunks } from "#domain/crdt/store/chunks";
import { trimLog } from "#domain/crdt/store/update-log";
import { inParallel } from "#platform/async/parallel";
import { job } from "#src/job";

export default job(trimCrdt, ({ store }, { editors, over }) =>
  inParallel(editors, async (editor) => {
    await trimChunks(store, editor, over);
    // Replacing content keeps the log; only a deleted editor leaves one behind.
    if (over === undefined) await trimLog(store, editor);
  }).then(() => undefined),
);
