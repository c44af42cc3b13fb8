import { collectionName, splitPath } from "./paths.ts";
import type { Store, Write } from "./port.ts";
import { tree } from "./tree.ts";

/** How many documents are looked at and deleted at a time. */
const PAGE = 500;

/** Deletes everything below a document, then the document itself. Page by page; may be cut off and run again. */
export async function purge(store: Store, path: string): Promise<void> {
  const name = collectionName(splitPath(path).collection);
  for (const child of tree.collections[name]?.children ?? []) await purgeCollection(store, `${path}/${child}`);
  await store.commit([{ op: "delete", path }]);
}

async function purgeCollection(store: Store, collection: string): Promise<void> {
  const isLeaf = !tree.collections[collectionName(collection)]?.children;
  for (;;) {
    const { docs } = await store.query({ collection, limit: PAGE, select: [] });
    if (isLeaf) await store.bulk(docs.map(({ path }): Write => ({ op: "delete", path })));
    else for (const { path } of docs) await purge(store, path);
    if (docs.length < PAGE) return;
  }
}
