import { rebuildFolders } from "#domain/documents/jobs";
import { rewriteChildren, walkDown } from "#domain/documents/store/folder-subtrees";
import { retryOnConflict } from "#platform/retry-on-conflict";
import { job } from "#src/job";

/**
 * Rewrites what folders get from those above them, for everything below folders that have moved or changed their access.
 * Each page of children is derived from its parents as they are then, so it may run again, and beside other moves.
 */
export default job(rebuildFolders, async ({ store }, { organization, folderIds }) => {
  await walkDown(folderIds, (parentIds, after) =>
    retryOnConflict(() => store.transact((tx) => rewriteChildren(tx, organization, parentIds, after))),
  );
});
