import { trimChunks } from "#domain/crdt/store/chunks";
import { inParallel } from "#platform/parallel";
import type { Job } from "#src/job";

/**
 * Deletes the chunks of editors that nothing refers to any more.
 * Payload: `editors` (paths in the store), `over` (generation whose writer is done or gone; none when editors are deleted).
 */
export const trimCrdt: Job = async ({ store }, { editors = [], over }) => {
  const generation = typeof over === "string" ? over : undefined;
  await inParallel([editors].flat(), (editor) => trimChunks(store, editor, generation));
};
