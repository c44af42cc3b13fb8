import assert from "node:assert/strict";
import { test } from "node:test";
import { addFolders, assertTreeHolds, organizationOf } from "#testing/fixtures/documents/folder-tree";
import { world } from "#testing/harness/world";

test("v1 renames and moves folders as v2 does", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "a" }, { folderId: "b" }]);
  const folders = [{ folderId: "a", folderName: "A", parentFolderId: "b" }];
  const { message, data } = await w.ok("/v1/organizations/folders/update", { organizationId: "acme", folders });
  assert.equal(message, "Folder Updated successfully.");
  assert.deepEqual(data, { a: { success: true, id: "a", message: "Folder Updated." } });
  const stored = (await assertTreeHolds(w.context.store, organizationOf(w))).get("a");
  assert.deepEqual([stored?.folderName, stored?.ancestors], ["A", ["root", "b"]]);
});
