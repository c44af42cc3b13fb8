import { expect, test } from "@jest/globals";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { KeyCall } from "#src/call";
import type { Patch } from "#store/port";
import { addFolders, organizationOf } from "#testing/fixtures/documents/folder-tree";
import { ensure } from "#testing/harness/jest/ensure";
import { watchStore } from "#testing/harness/store/watched-store";
import { type World, world } from "#testing/harness/world";
import { loadFolderChain } from "./folders.ts";

async function callOf(w: World): Promise<KeyCall> {
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  ensure(apiKey);
  return { ...w.context, requestId: "test", apiKey };
}

/** a > b > c > d, and x > y */
async function worldWithFolders(): Promise<World> {
  const w = await world();
  const line = ["a", "b", "c", "d"].map((folderId, i, all) => ({ folderId, parentFolderId: all[i - 1] ?? "root" }));
  await addFolders(w, [...line, { folderId: "x" }, { folderId: "y", parentFolderId: "x" }]);
  return w;
}

/** Writes to a folder directly, to reproduce the middle of a large move. */
function alter(w: World, folderId: string, data: Patch): Promise<void> {
  return w.context.store.commit([{ op: "update", path: `${organizationOf(w)}/folders/${folderId}`, data }]);
}

async function chainOf(w: World, folderId: string): Promise<string[] | undefined> {
  return (await loadFolderChain(w.context.store, await callOf(w), "acme", folderId))?.map(({ id }) => id);
}

test("a chain contains the folder and its ancestors, nearest first, and takes two round trips", async () => {
  const w = await worldWithFolders();
  const touched: string[] = [];
  const store = watchStore(w.context.store, (path) => touched.push(path.slice(path.lastIndexOf("/") + 1)));
  const chain = await loadFolderChain(store, await callOf(w), "acme", "d");
  expect(chain?.map(({ id, data }) => [id, data.parentFolderId])).toStrictEqual([
    ["d", "c"],
    ["c", "b"],
    ["b", "a"],
    ["a", "root"],
  ]);
  expect(touched).toStrictEqual(["d", "a", "b", "c"]);
  expect(await chainOf(w, "a")).toStrictEqual(["a"]);
});

test("while many folders move, the chain follows the pointers, however far the rewrite has progressed", async () => {
  for (const rewritten of [[], ["c"], ["c", "d"]]) {
    const w = await worldWithFolders();
    await alter(w, "b", { parentFolderId: "y", ancestors: ["root", "x", "y"] });
    if (rewritten.includes("c")) await alter(w, "c", { ancestors: ["root", "x", "y", "b"] });
    if (rewritten.includes("d")) await alter(w, "d", { ancestors: ["root", "x", "y", "b", "c"] });
    expect(await chainOf(w, "d")).toStrictEqual(["d", "c", "b", "y", "x"]);
  }
});

test("a folder has no chain if it is missing, being deleted or below a folder that is being deleted", async () => {
  const w = await worldWithFolders();
  expect(await chainOf(w, "nothing")).toBeUndefined();
  await alter(w, "b", { deleting: true });
  expect(await chainOf(w, "a")).toStrictEqual(["a"]);
  for (const folderId of ["b", "c", "d"]) expect(await chainOf(w, folderId)).toBeUndefined();
});

test("pointers that were read at different moments and form a cycle are refused instead of followed forever", async () => {
  const w = await worldWithFolders();
  await alter(w, "a", { parentFolderId: "d" });
  await expect(chainOf(w, "d")).rejects.toMatchObject({ code: "ABORTED" });
});
