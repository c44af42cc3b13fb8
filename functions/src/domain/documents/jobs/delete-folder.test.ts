import { expect, test } from "@jest/globals";
import type { Store } from "#store/port";
import { addFolders, organizationOf, storedFolders } from "#testing/fixtures/documents/folder-tree";
import { expectWithContext } from "#testing/harness/jest/context";
import { takeOver } from "#testing/harness/processes/take-over";
import { faultyStore } from "#testing/harness/store/faulty-store";
import { type World, world } from "#testing/harness/world";
import deleteFolder from "./delete-folder.ts";

async function addTree(w: World): Promise<void> {
  const below = Array.from({ length: 60 }, (_, i) => ({
    folderId: `f${i}`,
    parentFolderId: i < 4 ? "big" : `f${Math.floor(i / 4) - 1}`,
  }));
  await addFolders(w, [{ folderId: "big" }, { folderId: "other" }, ...below]);
  for (const folderId of ["big", "f0", "f59", "other"]) {
    const documents = Array.from({ length: 120 }, (_, i) => ({ documentId: `${folderId}-${i}` }));
    await w.ok("/v2/organizations/documents/add", { organizationId: "acme", folderId, documents });
  }
}

test("wherever a deletion is interrupted, it has either not begun or the next start completes it", async () => {
  let cuts = 0;
  for (let point = 0; ; point = point * 2 + 1) {
    const fault = { left: Number.POSITIVE_INFINITY };
    const w = await world({ wrapStore: (store) => faultyStore(store, fault) });
    await addTree(w);
    const request = { organizationId: "acme", folderId: "big" };
    fault.left = point;
    const { status } = await w.request("/v2/organizations/folders/delete", request);
    await w.drain();
    const isHit = fault.left < 0;
    fault.left = Number.POSITIVE_INFINITY;
    await takeOver(w);
    const exists = (await storedFolders(w.context.store, organizationOf(w))).has("big");
    expect(status !== 200 || !exists).toBe(true);
    if (exists) await w.ok("/v2/organizations/folders/delete", request);
    await w.drain();
    expect([...(await storedFolders(w.context.store, organizationOf(w))).keys()]).toStrictEqual(["other"]);
    expect(await w.context.store.count({ collection: `${organizationOf(w)}/documents` })).toBe(120);
    expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
    if (!isHit) break;
    cuts++;
  }
  expectWithContext(cuts, `only ${cuts} points were tried`).toBeGreaterThan(5);
});

test("a folder that was created again is not deleted", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "big" }, { folderId: "small", parentFolderId: "big" }]);
  await deleteFolder.run(w.context, { organization: organizationOf(w), folderId: "big" });
  await deleteFolder.run(w.context, { organization: organizationOf(w), folderId: "nothing" });
  expect((await storedFolders(w.context.store, organizationOf(w))).size).toBe(2);
});

test("a run that is delayed until another one has finished does not delete folders that were created again", async () => {
  for (let heldTransaction = 1; heldTransaction <= 6; heldTransaction++) {
    const w = await world();
    const { store } = w.context;
    const payload = { organization: organizationOf(w), folderId: "a" };
    const make = async () => {
      const line = ["a", "b", "c", "d"].map((folderId, i, all) => ({ folderId, parentFolderId: all[i - 1] ?? "root" }));
      await addFolders(w, line);
      for (const { folderId } of line) {
        const documents = [{ documentId: `in-${folderId}` }];
        await w.ok("/v2/organizations/documents/add", { organizationId: "acme", folderId, documents });
      }
    };
    await make();
    await store.commit([{ op: "update", path: `${payload.organization}/folders/a`, data: { deleting: true } }]);
    let transactions = 0;
    const transact: Store["transact"] = async (body) => {
      if (++transactions === heldTransaction) {
        await deleteFolder.run(w.context, payload);
        await make();
      }
      return store.transact(body);
    };
    const slow = new Proxy(store, {
      get: (_store, name) => (name === "transact" ? transact : Reflect.get(store, name).bind(store)),
    });
    await deleteFolder.run({ ...w.context, store: slow }, payload);
    expect(transactions).toBeGreaterThanOrEqual(heldTransaction);
    const folders = await storedFolders(store, payload.organization);
    expect([...folders.keys()]).toStrictEqual(["a", "b", "c", "d"]);
    expect([...folders.values()].some(({ deleting }) => deleting)).toBe(false);
    expect(await store.count({ collection: `${payload.organization}/documents` })).toBe(4);
  }
});
