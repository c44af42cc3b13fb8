import { rewriteChildren, walkDown } from "#domain/documents/store/folder-subtrees";
import { patiently } from "#platform/retry-on-conflict";
import type { Job } from "#src/job";

/**
 * Rewrites what folders get from those above them, for everything below folders that have moved or changed their access.
 * Each page of children is derived from its parents as they are then, so it may run again, and beside other moves.
 * Payload: `organization` (path in the store), `folderIds`.
 */
export const rebuildFolders: Job = async ({ store }, { organization, folderIds }) => {
  if (typeof organization !== "string" || !Array.isArray(folderIds)) throw new Error("payload of another job");
  await walkDown(folderIds, (parentIds, after) =>
    patiently(() => store.transact((tx) => rewriteChildren(tx, organization, parentIds, after))),
  );
};
