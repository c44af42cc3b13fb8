import { inParallel } from "#platform/parallel";
import { collectionName, decodeId, splitPath } from "#store/paths";
import type { Query, Store } from "#store/port";
import { tree } from "#store/tree";

/** How many documents are looked at and deleted at a time. */
const PAGE = 500;

/**
 * Deletes everything below a document, then the document itself, page by page. May be cut off and run again, also twice
 * at once: nothing is deleted unless `root` is marked as `deleting`, so what was made anew under the same id is safe.
 * @param root path of the document whose deletion has begun: `path` itself, or one that takes `path` with it.
 */
export async function purge(store: Store, path: string, root = path): Promise<void> {
  await purgeBelow(store, path, root);
  await deletePage(store, [path], root);
}

async function purgeBelow(store: Store, path: string, root: string): Promise<void> {
  const { collection, id } = splitPath(path);
  for (const child of childrenOf(collection)) await purgeCollection(store, { collection: `${path}/${child}` }, root);
  // Where something larger goes, what lies beside goes with that.
  if (path !== root) return;
  const parent = collection.slice(0, collection.lastIndexOf("/"));
  for (const { collection: name, by, order } of tree.collections[collectionName(collection)]?.dependents ?? [])
    await purgeCollection(
      store,
      {
        collection: `${parent}/${name}`,
        where: [{ field: by, op: "==", value: decodeId(id) }],
        ...(order && { orderBy: [{ field: order, direction: "asc" }] }),
      },
      root,
    );
}

/** @param query of a collection: what it finds is deleted until it finds nothing. */
async function purgeCollection(store: Store, query: Query & { collection: string }, root: string): Promise<void> {
  const isLeaf = childrenOf(query.collection).length === 0;
  for (;;) {
    const { docs } = await store.query({ ...query, limit: PAGE, select: [] });
    if (docs.length === 0) return;
    const paths = docs.map(({ path }) => path);
    if (!isLeaf) await inParallel(paths, (path) => purgeBelow(store, path, root));
    if (!(await deletePage(store, paths, root)) || docs.length < PAGE) return;
  }
}

function childrenOf(collection: string): readonly string[] {
  return tree.collections[collectionName(collection)]?.children ?? [];
}

/** Deletes the documents while the root is still being deleted. @returns whether it was. */
function deletePage(store: Store, paths: readonly string[], root: string): Promise<boolean> {
  return store.transact(async (tx) => {
    const found = await tx.get(root);
    // What takes part in a migration is purged when that is over.
    if (!found?.data.deleting || found.data.migrating) return false;
    for (const path of paths) tx.delete(path);
    return true;
  });
}
