import { isMap } from "#store/patches";
import type { Doc, Store } from "#store/port";
import { tree } from "#store/tree";

/** All documents below some roots, path to version and data: equal dumps mean that nothing was written in between. */
export type Dump = Record<string, string>;

/** Everything in the store. */
export async function dump(store: Store): Promise<Dump> {
  return toDump(await docsOf(store));
}

/** One document and everything below it. */
export async function dumpBelow(store: Store, path: string): Promise<Dump> {
  const doc = await store.get(path);
  return toDump([...(doc ? [doc] : []), ...(await docsBelow(store, path))]);
}

function toDump(docs: readonly Doc[]): Dump {
  return Object.fromEntries(
    docs.map(({ path, version, data }) => [path, `${version} ${JSON.stringify(data, inOrder)}`]),
  );
}

/** Fields in the order of their names: Firestore does not keep their order. */
function inOrder(_name: string, value: unknown): unknown {
  return isMap(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value;
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** Every document in the store. */
export async function docsOf(store: Store): Promise<Doc[]> {
  return (await Promise.all(tree.roots.map((root) => docsIn(store, root)))).flat();
}

/** A server takes some ms per query, so queries run concurrently. */
async function docsIn(store: Store, collection: string): Promise<Doc[]> {
  const { docs } = await store.query({ collection });
  return (await Promise.all(docs.map(async (doc) => [doc, ...(await docsBelow(store, doc.path))]))).flat();
}

async function docsBelow(store: Store, path: string): Promise<Doc[]> {
  const children = tree.collections[path.split("/").at(-2) ?? ""]?.children ?? [];
  return (await Promise.all(children.map((child) => docsIn(store, `${path}/${child}`)))).flat();
}
