import { expect, test } from "@jest/globals";
import { addFolders } from "#testing/fixtures/documents/folder-tree";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { world } from "#testing/harness/world";

const path = "/v1/organizations/folders/get";

test("v1 returns all folders at once, and one folder with its children under the same message", async () => {
  const w = await world();
  const folders = Array.from({ length: 1200 }, (_, i) => ({ folderId: `f${i}`, parentFolderId: i ? "f0" : "root" }));
  await addFolders(w, folders);
  const all = await w.ok(path, { organizationId: "acme", pageSize: 1 });
  expect(all.message).toBe("Folders retrieved successfully.");
  expect(all.data.length).toBe(1200);
  expect(all.pageToken).toBeUndefined();
  const one = await w.ok(path, { organizationId: "acme", folderId: "f0", maxDepth: 5 });
  expect(one.message).toBe("Folders retrieved successfully.");
  expect(one.data[0].subFolders.length).toBe(1199);
  expect("subFolders" in one.data[0].subFolders[0]).toBe(false);
});

testPaging(path, "all folders", {
  query: { organizationId: "acme" },
  before: (w) => w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }),
  insert: (w, folderId) => w.ok("/v2/organizations/folders/add", { organizationId: "acme", folders: [{ folderId }] }),
  remove: (w, folderId) => w.ok("/v2/organizations/folders/delete", { organizationId: "acme", folderId }),
  ids: idsBy("folderId"),
});
