import { expect, test } from "@jest/globals";
import { addFolders, assertTreeHolds, organizationOf } from "#testing/fixtures/documents/folder-tree";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { type World, world } from "#testing/harness/world";

const path = "/v2/organizations/folders/access/update";

/** a > b > c, and a > d */
async function worldWithFolders(): Promise<World> {
  const w = await world();
  await addFolders(w, [
    { folderId: "a" },
    { folderId: "b", parentFolderId: "a" },
    { folderId: "c", parentFolderId: "b" },
    { folderId: "d", parentFolderId: "a" },
  ]);
  return w;
}

const update = (w: World, folderIds: string[], input: object) =>
  w.ok(path, { organizationId: "acme", folderIds, ...input });

async function accessTypes(w: World): Promise<Record<string, string | null>> {
  const folders = await assertTreeHolds(w.context.store, organizationOf(w));
  return Object.fromEntries(Array.from(folders, ([id, { accessType }]) => [id, accessType]));
}

test("a folder gets its own access type, and its descendants inherit it", async () => {
  const w = await worldWithFolders();
  const { message, data } = await update(w, ["b", "d"], { accessType: "restricted" });
  expect(message).toBe("Updated access for folders successfully.");
  const item = { success: true, accessType: "restricted", message: "Folder access type updated." };
  expect(data).toStrictEqual({ b: item, d: item });
  expect(await accessTypes(w)).toStrictEqual({ a: null, b: "restricted", c: "restricted", d: "restricted" });
});

test("the access type is public by default", async () => {
  const w = await worldWithFolders();
  expect((await update(w, ["b"], {})).data.b.accessType).toBe("public");
  expect(await accessTypes(w)).toStrictEqual({ a: null, b: "public", c: "public", d: null });
});

test("a folder inherits again, and so do its descendants", async () => {
  const w = await worldWithFolders();
  await update(w, ["a"], { accessType: "organizationPrivate" });
  await update(w, ["b"], { accessType: "restricted" });
  const { message, data } = await update(w, ["b"], { inheritFromParent: true });
  const text = "Folder access type updated.";
  expect(message).toBe(text);
  expect(data).toStrictEqual({ b: { success: true, accessType: null, inheritFromParent: true, message: text } });
  const all = "organizationPrivate";
  expect(await accessTypes(w)).toStrictEqual({ a: all, b: all, c: all, d: all });
});

test("folders with their own access type do not inherit", async () => {
  const w = await worldWithFolders();
  await update(w, ["c"], { accessType: "public" });
  await update(w, ["a", "b"], { accessType: "restricted" });
  expect(await accessTypes(w)).toStrictEqual({ a: "restricted", b: "restricted", c: "public", d: "restricted" });
});

test("more sub-folders than fit in one transaction are all updated", async () => {
  const w = await worldWithFolders();
  const many = Array.from({ length: 450 }, (_, i) => ({
    folderId: `f${i}`,
    parentFolderId: i < 20 ? "c" : `f${i % 20}`,
  }));
  await addFolders(w, many);
  await update(w, ["a"], { accessType: "restricted" });
  await w.drain();
  expect(new Set(Object.values(await accessTypes(w)))).toStrictEqual(new Set(["restricted"]));
});

test("a missing folder fails on its own; a missing organization fails the call", async () => {
  const w = await worldWithFolders();
  const { data } = await update(w, ["nothing", "b"], { accessType: "restricted" });
  expect(data.nothing).toStrictEqual({
    success: false,
    id: "nothing",
    message: "Folder does not exist.",
    code: "not-found",
  });
  expect(data.b.success).toBe(true);
  const error = await w.fails(path, { organizationId: "nobody", folderIds: ["b"] });
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
});

test("an access type together with inheritance, and a repeated folder, are refused", async () => {
  const w = await worldWithFolders();
  const both = { organizationId: "acme", folderIds: ["b"], accessType: "public", inheritFromParent: true };
  expect((await w.fails(path, both)).message).toBe(
    "data.accessType must not be given together with inheritFromParent.",
  );
  const twice = await w.fails(path, { organizationId: "acme", folderIds: ["b", "b"] });
  expect(twice.message).toBe('data.folderIds names "b" more than once.');
});

test("changing access above while moving a folder below leaves a consistent tree", async () => {
  const w = await worldWithFolders();
  for (let round = 0; round < 10; round++) {
    const accessType = round % 2 ? "restricted" : "public";
    const folder = { folderId: "c", parentFolderId: round % 2 ? "b" : "d" };
    await Promise.all([
      update(w, ["a"], { accessType }),
      w.ok("/v2/organizations/folders/update", { organizationId: "acme", folders: [folder] }),
    ]);
    expect(await accessTypes(w)).toStrictEqual({ a: accessType, b: accessType, c: accessType, d: accessType });
  }
});

test("each folder that gets its own access type emits an event, and those that inherit emit none", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "a" }, { folderId: "b", parentFolderId: "a" }]);
  await addEndpoint(w, "all");
  const folder = { organizationId: "acme", folderId: "a", folderName: "a", parentFolderId: "root" };
  const change = (fields: object) => w.ok(path, { organizationId: "acme", folderIds: ["a", "nothing"], ...fields });
  await change({ inheritFromParent: true });
  expect(await eventsSent(w)).toStrictEqual([]);
  await change({ accessType: "restricted" });
  await change({ accessType: "restricted" });
  expect(await eventsSent(w)).toStrictEqual([["folder.update", { ...folder, accessType: "restricted" }]]);
  await change({ inheritFromParent: true });
  expect(await eventsSent(w)).toStrictEqual([["folder.update", { ...folder, accessType: null }]]);
});
