import { purge } from "#domain/retention/store/purge";
import { inParallel } from "#platform/parallel";
import type { Job } from "#src/job";

/**
 * Takes documents apart whose deletion has begun: everything below each of them, then the document itself.
 * Payload: `paths` in the store, each marked as `deleting`. What is not marked is left alone.
 */
export const purgePaths: Job = async ({ store }, { paths = [] }) => {
  await inParallel([paths].flat(), (path) => purge(store, path));
};
