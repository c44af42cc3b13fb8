import { rebuildFolders } from "#domain/documents/jobs";
import { rewriteChildren, walkDown } from "#domain/documents/store/folder-subtrees";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { job } from "#src/job";

/**
 * Rewrites the derived fields of all folders below those that moved or changed their access. Each page of children is
 * derived from its parents' current fields, so the job may run again and concurrently with other moves.
 */
export default job(rebuildFolders, async ({ store }, { organization, folderIds }) => {
  await walkDown(folderIds, (parentIds, after) =>
    retryOnConflict(() => store.transact((tx) => rewriteChildren(tx, organization, parentIds, after))),
  );
});
