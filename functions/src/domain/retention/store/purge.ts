import { inParallel } from "#platform/async/parallel";
import { collectionName, decodeId, splitPath } from "#store/paths";
import type { Doc, DocData, Query, Store } from "#store/port";
import { tree } from "#store/tree";

/** Documents that are read and deleted in one page. */
const PAGE = 500;

/**
 * Deletes the subtree of a document in pages, then the document itself. It may be interrupted, repeated and run concurrently:
 * it deletes only while `root` is marked as `deleting`, so a new document with the same id is safe.
 * @param root path of the document whose deletion has begun: `path` itself, or a document whose deletion includes `path`.
 */
export async function purge(store: Store, path: string, root = path): Promise<void> {
  await purgeBelow(store, path, root);
  await deletePage(store, [path], root);
}

async function purgeBelow(store: Store, path: string, root: string): Promise<void> {
  const { collection, id } = splitPath(path);
  for (const child of childrenOf(collection)) await purgeCollection(store, { collection: `${path}/${child}` }, root);
  // Within a larger subtree, the dependents of a document are deleted with that subtree.
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

/** Deletes the results of a query until there are none. */
async function purgeCollection(store: Store, query: Query & { collection: string }, root: string): Promise<void> {
  const isLeaf = childrenOf(query.collection).length === 0;
  const { locks } = tree.collections[collectionName(query.collection)] ?? {};
  for (;;) {
    const { docs } = await store.query({ ...query, limit: PAGE, select: [] });
    if (docs.length === 0) return;
    const paths = docs.map(({ path }) => path);
    if (locks && !(await markPage(store, paths, root))) return;
    if (!isLeaf) await inParallel(paths, (path) => purgeBelow(store, path, root));
    if (!(await deletePage(store, paths, root)) || docs.length < PAGE) return;
  }
}

function childrenOf(collection: string): readonly string[] {
  return tree.collections[collectionName(collection)]?.children ?? [];
}

/**
 * Marks documents that writers lock, if the root is still being deleted: from then on nothing is written below them,
 * and what was written before can be found.
 * @returns whether the root is being deleted.
 */
function markPage(store: Store, paths: readonly string[], root: string): Promise<boolean> {
  return store.transact(async (tx) => {
    const [rootDoc, ...docs] = await tx.getMany<DocData>([root, ...paths]);
    if (!isDeleting(rootDoc)) return false;
    for (const doc of docs) if (doc && !doc.data.deleting) tx.update(doc.path, { deleting: true });
    return true;
  });
}

/** Deletes the documents if the root is still being deleted. @returns whether it is. */
function deletePage(store: Store, paths: readonly string[], root: string): Promise<boolean> {
  return store.transact(async (tx) => {
    if (!isDeleting(await tx.get(root))) return false;
    for (const path of paths) tx.delete(path);
    return true;
  });
}

/** A document that takes part in a migration is purged after the migration. */
function isDeleting(root: Doc | undefined): boolean {
  return root?.data.deleting === true && !root.data.migrating;
}
