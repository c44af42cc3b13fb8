import { purge } from "#domain/retention/jobs";
import { purge as purgeSubtree } from "#domain/retention/store/purge";
import { inParallel } from "#platform/parallel";
import { job } from "#src/job";

/** Each document is marked as `deleting`; one that is not is left alone. */
export default job(purge, async ({ store }, { paths }) => {
  await inParallel(paths, (path) => purgeSubtree(store, path));
});
