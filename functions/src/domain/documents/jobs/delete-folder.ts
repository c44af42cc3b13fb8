import { deleteFolder } from "#domain/documents/jobs";
import { documentsOf, type StoredDocument } from "#domain/documents/store/documents";
import { queryChildren, walkDown } from "#domain/documents/store/folder-subtrees";
import { folderBelow, type StoredFolder } from "#domain/documents/store/folders";
import { purge } from "#domain/retention/store/purge";
import { batchesOf, inParallel } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { MAX_IN } from "#platform/shapes/limits";
import { job } from "#src/job";
import type { Cursor, Query, Store, Transaction } from "#store/port";

/** Documents that are marked and purged in one page. */
const PAGE = 100;

/**
 * Deletes a marked folder and everything below it. It first marks folders from the top down: nothing can enter a marked
 * folder, and what left it earlier is kept. The folder itself is deleted last, so that the job can run again.
 */
export default job(deleteFolder, async ({ store }, { organization, folderId }) => {
  if (!(await store.get(folderBelow(organization, folderId)))?.data.deleting) return;
  const levels = await walkDown([folderId], (parentIds, after) =>
    retryOnConflict(() => markChildren(store, organization, parentIds, after)),
  );
  for (const level of levels.reverse()) {
    await inParallel(batchesOf(level, MAX_IN), (folderIds) =>
      retryOnConflict(() => deleteDocuments(store, organization, folderIds)),
    );
    await inParallel(level, (id) => retryOnConflict(() => purge(store, folderBelow(organization, id))));
  }
});

/** Marks a page of the sub-folders of marked folders. A concurrent move makes the transaction run again. */
function markChildren(store: Store, organization: string, parentIds: string[], after: Cursor | undefined) {
  return store.transact(async (tx) => {
    const [marked, page] = await Promise.all([
      readMarked(tx, organization, parentIds),
      queryChildren(tx, organization, parentIds, { after }),
    ]);
    const docs = page.docs.filter(({ data }) => marked.has(data.parentFolderId));
    for (const { path, data } of docs) if (!data.deleting) tx.update(path, { deleting: true });
    return { docs, cursor: page.cursor };
  });
}

/** Deletes all documents of marked folders. A document that moves out before it is marked is kept. */
async function deleteDocuments(store: Store, organization: string, folderIds: string[]): Promise<void> {
  const where: Query["where"] = [{ field: "folderId", op: "in", value: folderIds }];
  let after: Cursor | undefined;
  do {
    const { docs, cursor } = await store.transact(async (tx) => {
      const [marked, page] = await Promise.all([
        readMarked(tx, organization, folderIds),
        tx.query<StoredDocument>({ collection: documentsOf(organization), where, limit: PAGE, after }),
      ]);
      const docs = page.docs.filter(({ data }) => marked.has(data.folderId));
      for (const { path, data } of docs) if (!data.deleting) tx.update(path, { deleting: true });
      return { docs, cursor: page.cursor };
    });
    await inParallel(docs, ({ path }) => retryOnConflict(() => purge(store, path)));
    after = cursor;
  } while (after);
}

/**
 * Ids of the folders that are marked. A folder that was created again after an earlier run of the job is not marked.
 */
async function readMarked(
  tx: Transaction,
  organization: string,
  folderIds: string[],
): Promise<Set<string | undefined>> {
  const docs = await tx.getMany<StoredFolder>(folderIds.map((id) => folderBelow(organization, id)));
  return new Set(docs.filter((doc) => doc?.data.deleting).map((doc) => doc?.id));
}
