import { trimCrdt } from "#domain/crdt/jobs";
import { trimChunks } from "#domain/crdt/store/chunks";
import { inParallel } from "#platform/async/parallel";
import { job } from "#src/job";

export default job(trimCrdt, ({ store }, { editors, over }) =>
  inParallel(editors, (editor) => trimChunks(store, editor, over)).then(() => undefined),
);
