import assert from "node:assert/strict";
import { test } from "node:test";
import { addFolders } from "#testing/fixtures/documents/folder-tree";
import { idsBy, testPaging } from "#testing/harness/paging";
import { world } from "#testing/harness/world";

const path = "/v1/organizations/folders/get";

test("v1 gives all folders at once, and one folder with its children under the same message", async () => {
  const w = await world();
  const folders = Array.from({ length: 1200 }, (_, i) => ({ folderId: `f${i}`, parentFolderId: i ? "f0" : "root" }));
  await addFolders(w, folders);
  const all = await w.ok(path, { organizationId: "acme", pageSize: 1 });
  assert.equal(all.message, "Folders retrieved successfully.");
  assert.equal(all.data.length, 1200);
  assert.equal(all.pageToken, undefined);
  const one = await w.ok(path, { organizationId: "acme", folderId: "f0", maxDepth: 5 });
  assert.equal(one.message, "Folders retrieved successfully.");
  assert.equal(one.data[0].subFolders.length, 1199);
  assert.equal("subFolders" in one.data[0].subFolders[0], false);
});

testPaging(path, "all folders", {
  query: { organizationId: "acme" },
  before: (w) => w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }),
  insert: (w, folderId) => w.ok("/v2/organizations/folders/add", { organizationId: "acme", folders: [{ folderId }] }),
  remove: (w, folderId) => w.ok("/v2/organizations/folders/delete", { organizationId: "acme", folderId }),
  ids: idsBy("folderId"),
});
