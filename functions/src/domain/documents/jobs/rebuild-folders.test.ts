import { expect, test } from "@jest/globals";
import { rewriteChildren } from "#domain/documents/store/folder-subtrees";
import { foldersOf } from "#domain/documents/store/folders";
import type { Patch } from "#store/port";
import { addFolders, assertTreeHolds, organizationOf } from "#testing/fixtures/documents/folder-tree";
import { expectWithContext } from "#testing/harness/jest/context";
import { testUnless } from "#testing/harness/jest/skip";
import { takeOver } from "#testing/harness/processes/take-over";
import { faultyStore } from "#testing/harness/store/faulty-store";
import { serverLocks } from "#testing/harness/store/test-store";
import { type World, world } from "#testing/harness/world";
import rebuildFolders from "./rebuild-folders.ts";

/** Adds three levels of 12, 144 and 144 folders below `big`, more than one transaction rewrites. */
async function addLargeTree(w: World): Promise<void> {
  const below = Array.from({ length: 300 }, (_, i) => ({
    folderId: `f${i}`,
    parentFolderId: i < 12 ? "big" : `f${Math.floor(i / 12) - 1}`,
  }));
  await addFolders(w, [{ folderId: "home", accessType: "restricted" }, { folderId: "big" }, ...below]);
}

const moveBig = { organizationId: "acme", folders: [{ folderId: "big", parentFolderId: "home" }] };

test("a move that is interrupted at any point takes effect completely or not at all, and the next start completes it", async () => {
  let cuts = 0;
  for (let point = 0; ; point = point * 2 + 1) {
    const fault = { left: Number.POSITIVE_INFINITY };
    const w = await world({ wrapStore: (store) => faultyStore(store, fault) });
    await addLargeTree(w);
    fault.left = point;
    const { status } = await w.request("/v2/organizations/folders/update", moveBig);
    await w.drain();
    const isHit = fault.left < 0;
    fault.left = Number.POSITIVE_INFINITY;
    await takeOver(w);
    const folders = await assertTreeHolds(w.context.store, organizationOf(w));
    expect(status !== 200 || folders.get("f299")?.accessType === "restricted").toBe(true);
    await w.ok("/v2/organizations/folders/update", moveBig);
    await w.drain();
    const moved = await assertTreeHolds(w.context.store, organizationOf(w));
    expect(moved.get("f299")?.accessType).toBe("restricted");
    expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
    if (!isHit) break;
    cuts++;
  }
  expectWithContext(cuts, `only ${cuts} points were tried`).toBeGreaterThan(5);
});

test("a rebuild of correct data writes nothing", async () => {
  const w = await world();
  await addLargeTree(w);
  const organization = organizationOf(w);
  const versions = async () =>
    (await w.context.store.query({ collection: foldersOf(organization) })).docs.map(({ id, version }) => [id, version]);
  const before = await versions();
  await rebuildFolders.run(w.context, { organization, folderIds: ["big", "gone"] });
  expect(await versions()).toStrictEqual(before);
});

testUnless(serverLocks)("a parent that moves between reading and writing a page is read again", async () => {
  const w = await world();
  await addFolders(w, [
    { folderId: "a" },
    { folderId: "b" },
    { folderId: "p" },
    { folderId: "c", parentFolderId: "p" },
  ]);
  const organization = organizationOf(w);
  const { store } = w.context;
  const alter = (folderId: string, data: Patch) =>
    store.commit([{ op: "update", path: `${organization}/folders/${folderId}`, data }]);
  await alter("c", { ancestors: ["root", "a", "p"] });
  let tries = 0;
  await store.transact(async (tx) => {
    const page = await rewriteChildren(tx, organization, ["p"], undefined);
    if (tries++ === 0) await alter("p", { parentFolderId: "b", ancestors: ["root", "b"] });
    return page;
  });
  expect(tries).toBe(2);
  expect((await assertTreeHolds(store, organization)).get("c")?.ancestors).toStrictEqual(["root", "b", "p"]);
});
