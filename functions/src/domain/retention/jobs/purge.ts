import { purge } from "#domain/retention/jobs";
import { purge as purgeSubtree } from "#domain/retention/store/purge";
import { inParallel } from "#platform/async/parallel";
import { job } from "#src/job";

/** Purges only documents that are marked as `deleting`. */
export default job(purge, async ({ store }, { paths }) => {
  await inParallel(paths, (path) => purgeSubtree(store, path));
});
