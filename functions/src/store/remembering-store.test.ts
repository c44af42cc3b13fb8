import { expect, test } from "@jest/globals";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { openTestStore } from "#testing/harness/store/test-store";
import { type Cost, MeteredStore } from "./metered.ts";
import type { Store } from "./port.ts";
import { forgetDocs, RememberingStore } from "./remembering-store.ts";

const paths = ["workspaces/a", "workspaces/b", "workspaces/missing"];

async function rig(wrap = (store: Store) => store) {
  const inner = await openTestStore();
  onTestFinished(() => inner.close());
  await inner.commit(["a", "b"].map((id) => ({ op: "create", path: `workspaces/${id}`, data: { n: 1 } })));
  const cost: Cost = { reads: 0, writes: 0, trips: 0 };
  return { inner, cost, store: new RememberingStore(wrap(new MeteredStore(inner, cost))) };
}

test("each document is read once, even a missing one, whether alone, in a list or concurrently", async () => {
  const { store, cost } = await rig();
  const [one, list] = await Promise.all([store.get("workspaces/a"), store.getMany(paths)]);
  expect(list.map((doc) => doc?.id)).toStrictEqual(["a", "b", undefined]);
  expect(one).toBe(list[0]);
  expect(await store.getMany([...paths, ...paths])).toStrictEqual([...list, ...list]);
  expect(cost.reads).toBe(3);
});

test("forgotten documents are read again, and a reader that remembers nothing is left alone", async () => {
  const { store, inner } = await rig();
  await store.getMany(paths);
  await inner.commit(["a", "b"].map((id) => ({ op: "set", path: `workspaces/${id}`, data: { n: 2 } })));
  forgetDocs(store, ["workspaces/b"]);
  forgetDocs(inner, ["workspaces/b"]);
  expect((await store.getMany(["workspaces/a", "workspaces/b"])).map((doc) => doc?.data.n)).toStrictEqual([1, 2]);
});

test("a failed read is not remembered", async () => {
  let fails = true;
  const failing = (store: Store) =>
    Object.assign(Object.create(store), {
      getMany: (all: string[]) => (fails ? Promise.reject(new Error("lost")) : store.getMany(all)),
    });
  const { store } = await rig(failing);
  await expect(store.getMany(paths)).rejects.toThrow("lost");
  fails = false;
  expect((await store.getMany(paths)).length).toBe(3);
});
