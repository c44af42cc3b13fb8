import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { Store, Write } from "#store/port";
import { twoConnections } from "#testing/harness/store/two-connections";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";

const items = "worlds/w/items";
const others = "worlds/v/items";
const set = (path: string, n = 1): Write => ({ op: "set", path, data: { n } });

const data = { tree: contractTree, indexes: contractIndexes };

/** What `foreignWrites` tells in a new turn of the event loop, which sees what was committed before it. */
async function foreignWrites(store: Store, collection: string, since?: number) {
  await turn();
  return store.foreignWrites(collection, since);
}

test("a process is told which documents of a collection others have written or deleted since, and nothing of its own writes", async () => {
  const { store, otherStore } = await twoConnections({ isShared: true, data });
  const before = await foreignWrites(store, items);
  expect(before?.paths).toBeUndefined();
  await otherStore.commit([set(`${items}/a`), set(`${items}/b`), set(`${others}/c`)]);
  await store.commit([set(`${items}/own`)]);
  const first = await foreignWrites(store, items, before?.upTo);
  expect(first?.paths?.toSorted()).toStrictEqual([`${items}/a`, `${items}/b`]);
  await otherStore.commit([{ op: "delete", path: `${items}/a` }]);
  await store.commit([set(`${items}/b`, 2)]);
  const second = await foreignWrites(store, items, first?.upTo);
  expect(second?.paths).toStrictEqual([`${items}/a`]);
  expect((await foreignWrites(store, items, before?.upTo))?.paths).toHaveLength(3);
  expect(await foreignWrites(store, items, second?.upTo)).toStrictEqual({ upTo: second?.upTo, paths: [] });
  expect((await foreignWrites(store, others, before?.upTo))?.paths).toStrictEqual([`${others}/c`]);
});

test("a process is told that it does not know the writes when nothing recorded them, and when they are long ago", async () => {
  const unrecorded = await twoConnections({ isShared: false, data });
  const start = (await foreignWrites(unrecorded.store, items))?.upTo;
  await unrecorded.otherStore.commit([set(`${items}/a`)]);
  const writes = await foreignWrites(unrecorded.store, items, start);
  expect(writes).toStrictEqual({ upTo: expect.any(Number), paths: undefined });
  expect((await foreignWrites(unrecorded.store, items, writes?.upTo))?.paths).toStrictEqual([]);

  const { store, otherStore } = await twoConnections({ isShared: true, data });
  const early = (await foreignWrites(store, items))?.upTo;
  let late = early;
  for (let commit = 0; commit < 50; commit++) {
    await otherStore.commit(Array.from({ length: 200 }, (_, i) => set(`${items}/${commit}-${i}`)));
    const writes = await foreignWrites(store, items, late);
    expect(writes?.paths).toHaveLength(200);
    late = writes?.upTo;
  }
  expect((await foreignWrites(store, items, early))?.paths).toBeUndefined();
});

test("the last version is that of the last commit, whichever process has made it", async () => {
  const { store, otherStore } = await twoConnections({ data });
  for (const writer of [store, otherStore, store]) {
    await writer.commit([set(`${items}/a`)]);
    await turn();
    const { version } = (await store.get(`${items}/a`)) ?? {};
    expect([store.lastVersion(), otherStore.lastVersion()]).toStrictEqual([version, version]);
  }
});
