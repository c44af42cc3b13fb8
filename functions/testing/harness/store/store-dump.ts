import type { Store } from "#store/port";
import { tree } from "#store/tree";

/** All documents below some roots, path to version and data: equal dumps mean that nothing was written in between. */
export type Dump = Record<string, string>;

/** Everything in the store. */
export async function dump(store: Store): Promise<Dump> {
  const into: Dump = {};
  for (const root of tree.roots) await dumpCollection(store, root, into);
  return into;
}

/** One document and everything below it. */
export async function dumpBelow(store: Store, path: string): Promise<Dump> {
  const doc = await store.get(path);
  const into: Dump = doc ? { [path]: `${doc.version} ${JSON.stringify(doc.data)}` } : {};
  await dumpChildren(store, path, into);
  return into;
}

async function dumpCollection(store: Store, collection: string, into: Dump): Promise<void> {
  const { docs } = await store.query({ collection });
  for (const { path, version, data } of docs) {
    into[path] = `${version} ${JSON.stringify(data)}`;
    await dumpChildren(store, path, into);
  }
}

async function dumpChildren(store: Store, path: string, into: Dump): Promise<void> {
  const name = path.split("/").at(-2) ?? "";
  for (const child of tree.collections[name]?.children ?? []) await dumpCollection(store, `${path}/${child}`, into);
}
