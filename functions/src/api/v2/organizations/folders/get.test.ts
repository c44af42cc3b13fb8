import { expect, test } from "@jest/globals";
import { addFolders, organizationOf } from "#testing/fixtures/documents/folder-tree";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/organizations/folders/get";

/** designs > (logos > old > older, icons), archive */
async function worldWithFolders(): Promise<World> {
  const w = await world();
  await addFolders(w, [
    { folderId: "designs", folderName: "Designs", accessType: "restricted" },
    { folderId: "logos", parentFolderId: "designs" },
    { folderId: "icons", parentFolderId: "designs" },
    { folderId: "old", parentFolderId: "logos" },
    { folderId: "older", parentFolderId: "old" },
    { folderId: "archive" },
  ]);
  return w;
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
const idsOf = (folders: any[]): unknown[] =>
  folders.map(({ folderId, subFolders }) => (subFolders ? { [folderId]: idsOf(subFolders) } : folderId));

test("without a folder id all folders of the organization are listed, without their contents", async () => {
  const w = await worldWithFolders();
  const { message, data, pageToken } = await w.ok(path, { organizationId: "acme" });
  expect(message).toBe("Folders retrieved successfully.");
  expect(pageToken).toBeUndefined();
  expect(idsOf(data)).toStrictEqual(["archive", "designs", "icons", "logos", "old", "older"]);
  expect(data[3]).toStrictEqual({
    apiKey: w.tenant.apiKeyId,
    organizationId: "acme",
    folderId: "logos",
    folderName: "logos",
    parentFolderId: "designs",
    ancestors: ["root", "designs"],
    accessType: "restricted",
    inheritAccessFromParent: true,
    createdAt: START,
    lastUpdated: START,
  });
  expect([data[0].accessType, data[0].inheritAccessFromParent]).toStrictEqual(["public", true]);
});

test("with a folder id that folder is returned with its descendants down to maxDepth", async () => {
  const w = await worldWithFolders();
  const get = (input: object) => w.ok(path, { organizationId: "acme", ...input });
  const { message, data } = await get({ folderId: "designs" });
  expect(message).toBe("Folder(s) retrieved successfully.");
  expect(idsOf(data)).toStrictEqual([{ designs: ["icons", "logos"] }]);
  expect("subFolders" in data[0].subFolders[0]).toBe(false);
  const deeper = await get({ folderId: "designs", maxDepth: 2 });
  expect(idsOf(deeper.data)).toStrictEqual([{ designs: ["icons", { logos: ["old"] }] }]);
  const whole = await get({ folderId: "designs", maxDepth: 100 });
  expect(idsOf(whole.data)).toStrictEqual([{ designs: ["icons", { logos: [{ old: ["older"] }] }] }]);
  expect(idsOf((await get({ folderId: "archive" })).data)).toStrictEqual([{ archive: [] }]);
  const refused = await w.fails(path, { organizationId: "acme", folderId: "designs", maxDepth: 101 });
  expect(refused.status).toBe("INVALID_ARGUMENT");
});

test("rootFoldersOnly lists the top-level folders", async () => {
  const w = await worldWithFolders();
  const { data } = await w.ok(path, { organizationId: "acme", rootFoldersOnly: true });
  expect(idsOf(data)).toStrictEqual(["archive", "designs"]);
});

test("pages of a list and of a folder's children hold every folder once", async () => {
  const w = await world();
  await addFolders(w, [
    { folderId: "all" },
    ...Array.from({ length: 25 }, (_, i) => ({ folderId: `f${i}`, parentFolderId: i % 2 ? "all" : "root" })),
  ]);
  for (const [selection, expected] of [
    [{}, 26],
    [{ rootFoldersOnly: true }, 14],
    [{ folderId: "all" }, 12],
  ] as const) {
    const listed: string[] = [];
    let pageToken: string | undefined;
    do {
      const page = await w.ok(path, { organizationId: "acme", ...selection, pageSize: 5, pageToken });
      const folders = "folderId" in selection ? page.data[0].subFolders : page.data;
      expect(folders.length <= 5).toBe(true);
      listed.push(...idsOf(folders).map(String));
      pageToken = page.pageToken;
    } while (pageToken);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.length).toBe(expected);
  }
});

test("a page token of another list is refused", async () => {
  const w = await worldWithFolders();
  const { pageToken } = await w.ok(path, { organizationId: "acme", pageSize: 2 });
  const error = await w.fails(path, { organizationId: "acme", rootFoldersOnly: true, pageSize: 2, pageToken });
  expect(error.status).toBe("INVALID_ARGUMENT");
});

test("a missing organization or folder is NOT_FOUND", async () => {
  const w = await worldWithFolders();
  for (const [request, message] of [
    [{ organizationId: "nobody" }, "Organization does not exist."],
    [{ organizationId: "nobody", folderId: "designs" }, "Organization does not exist."],
    [{ organizationId: "acme", folderId: "nothing" }, "Folder does not exist."],
    [{ organizationId: "acme", folderId: "root" }, "Folder does not exist."],
  ] as const) {
    const error = await w.fails(path, request);
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", message]);
  }
});

test("a depth that reaches more than 10,000 folders is refused", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "a" }, { folderId: "b", parentFolderId: "a" }]);
  const organization = organizationOf(w);
  const child = await w.context.store.get(`${organization}/folders/b`);
  await w.context.store.bulk(
    Array.from({ length: 10_001 }, (_, i) => ({
      op: "create" as const,
      path: `${organization}/folders/c${i}`,
      data: { ...child?.data, parentFolderId: "b", ancestors: ["root", "a", "b"] },
    })),
  );
  expect((await w.ok(path, { organizationId: "acme", folderId: "a" })).data[0].subFolders.length).toBe(1);
  const error = await w.fails(path, { organizationId: "acme", folderId: "a", maxDepth: 2 });
  expect(error.message).toBe("data.maxDepth reaches more than 10000 folders, or 4 MiB of them. Ask for fewer levels.");
});

testPaging(path, "all folders", {
  query: { organizationId: "acme" },
  before: (w) => w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }),
  insert: (w, folderId) => w.ok("/v2/organizations/folders/add", { organizationId: "acme", folders: [{ folderId }] }),
  remove: (w, folderId) => w.ok("/v2/organizations/folders/delete", { organizationId: "acme", folderId }),
  ids: idsBy("folderId"),
});
