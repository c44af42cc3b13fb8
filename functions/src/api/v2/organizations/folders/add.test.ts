import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { addFolders, assertTreeHolds, organizationOf } from "#testing/fixtures/documents/folder-tree";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import { START, world } from "#testing/harness/world";

const path = "/v2/organizations/folders/add";

test("folders are added at the top level, in existing folders and in folders of the same call", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "designs", accessType: "organizationPrivate" }]);
  const { message, data } = await w.ok(path, {
    organizationId: "acme",
    folders: [
      { folderId: "logos", folderName: "Logos", parentFolderId: "designs" },
      { folderId: "old", parentFolderId: "logos" },
      { folderId: "archive" },
    ],
  });
  expect(message).toBe("Folder created successfully.");
  expect(data).toStrictEqual({
    logos: { success: true, id: "logos", message: "Folder added." },
    old: { success: true, id: "old", message: "Folder added." },
    archive: { success: true, id: "archive", message: "Folder added." },
  });
  const folders = await assertTreeHolds(w.context.store, organizationOf(w));
  expect(folders.get("old")).toStrictEqual({
    folderName: "old",
    parentFolderId: "logos",
    ancestors: ["root", "designs", "logos"],
    accessType: "organizationPrivate",
    inheritAccessFromParent: true,
    createdAt: START,
    lastUpdated: START,
  });
  expect(folders.get("archive")?.accessType).toBeNull();
});

test("an existing folder, and one with a missing parent, fail on their own and change nothing", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "designs", folderName: "Designs" }]);
  const { data } = await w.ok(path, {
    organizationId: "acme",
    folders: [
      { folderId: "designs", folderName: "Other" },
      { folderId: "b", parentFolderId: "a" },
      { folderId: "a" },
      { folderId: "self", parentFolderId: "self" },
    ],
  });
  const noParent = { success: false, message: "Parent folder does not exist.", code: "not-found" };
  expect(data).toStrictEqual({
    designs: { success: false, id: "designs", message: "Folder already exists.", code: "already-exists" },
    b: { ...noParent, id: "b" },
    a: { success: true, id: "a", message: "Folder added." },
    self: { ...noParent, id: "self" },
  });
  const folders = await assertTreeHolds(w.context.store, organizationOf(w));
  expect([...folders.keys()]).toStrictEqual(["a", "designs"]);
  expect(folders.get("designs")?.folderName).toBe("Designs");
});

test("a missing organization is created only on request", async () => {
  const w = await world();
  const request = { organizationId: "acme", folders: [{ folderId: "a" }] };
  const error = await w.fails(path, request);
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  expect((await w.ok(path, { ...request, createOrganization: true })).data.a.success).toBe(true);
});

test("500 folders of one call nest down to level 100 and no further", async () => {
  const w = await world();
  const folders = Array.from({ length: 500 }, (_, i) => ({
    folderId: `f${i}`,
    parentFolderId: i % 101 === 0 ? "root" : `f${i - 1}`,
  }));
  const { data } = await w.ok(path, { organizationId: "acme", createOrganization: true, folders });
  expect(data.f100).toStrictEqual({
    success: false,
    id: "f100",
    message: "Folders must not nest more than 100 levels deep.",
    code: "failed-precondition",
  });
  const tree = await assertTreeHolds(w.context.store, organizationOf(w));
  expect(tree.size).toBe(496);
  expect(tree.get("f99")?.ancestors.length).toBe(100);
  const more = Array.from({ length: 501 }, (_, i) => ({ folderId: `g${i}` }));
  const error = await w.fails(path, { organizationId: "acme", folders: more });
  expect(error.message).toBe("data.folders must have at most 500 items.");
});

test("the id root is reserved, and a repeated folder is refused", async () => {
  const w = await world();
  const root = await w.fails(path, { organizationId: "acme", folders: [{ folderId: "root" }] });
  expect(root.message).toBe('data.folders[0].folderId must not be "root", which stands for the top.');
  const twice = await w.fails(path, { organizationId: "acme", folders: [{ folderId: "a" }, { folderId: "a" }] });
  expect(twice.message).toBe('data.folders names "a" more than once.');
});

test("ids such as __proto__, a/b and .. are ordinary ids", async () => {
  const w = await world();
  const ids = ["__proto__", "a/b", "..", "constructor"];
  await addFolders(
    w,
    ids.map((folderId, i) => ({ folderId, parentFolderId: ids[i - 1] ?? "root" })),
  );
  const folders = await assertTreeHolds(w.context.store, organizationOf(w));
  expect(folders.get("constructor")?.ancestors).toStrictEqual(["root", "__proto__", "a/b", ".."]);
});

test("of two concurrent calls that add the same folder, one adds it", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "a" }, { folderId: "b" }]);
  const add = (parentFolderId: string) =>
    w.ok(path, { organizationId: "acme", folders: [{ folderId: "x", parentFolderId }] });
  const replies = await Promise.all(["a", "b", "a", "b"].map(add));
  expect(replies.filter(({ data }) => data.x.success).length).toBe(1);
  expect(replies.filter(({ data }) => data.x.code === "already-exists").length).toBe(3);
});

test("each added folder emits an event, and so does the organization that the call creates", async () => {
  const w = await world();
  await addEndpoint(w, "all");
  const acme = { organizationId: "acme" };
  const folders = [
    { folderId: "a", accessType: "restricted" },
    { folderId: "b", folderName: "Bees", parentFolderId: "a" },
    { folderId: "c", parentFolderId: "nowhere" },
  ];
  await w.fails(path, { ...acme, folders });
  await w.ok(path, { ...acme, createOrganization: true, folders });
  await w.ok(path, { ...acme, createOrganization: true, folders });
  expect(await eventsSent(w)).toStrictEqual([
    ["folder.add", { ...acme, folderId: "a", folderName: "a", parentFolderId: "root", accessType: "restricted" }],
    ["folder.add", { ...acme, folderId: "b", folderName: "Bees", parentFolderId: "a", accessType: null }],
    ["organization.add", acme],
  ]);
});

testRoundTrip(path, "a folder", {
  list: "folders",
  id: "folderId",
  beside: { organizationId: "acme", createOrganization: true },
  fields: { parentFolderId: fc.constant("root") },
  read: reading("/v2/organizations/folders/get", { organizationId: "acme" }),
  owned: ["apiKey", "organizationId", "ancestors", "inheritAccessFromParent", "createdAt", "lastUpdated"],
});
