import assert from "node:assert/strict";
import { test } from "node:test";
import { organizationOf, storedFolders } from "#testing/fixtures/documents/folder-tree";
import { world } from "#testing/harness/world";

test("v1 adds folders as v2 does, but makes no organization and takes no access type", async () => {
  const w = await world();
  const path = "/v1/organizations/folders/add";
  const request = {
    organizationId: "acme",
    createOrganization: true,
    folders: [{ folderId: "a", accessType: "restricted" }],
  };
  assert.equal((await w.fails(path, request)).message, "Organization does not exist.");
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  assert.deepEqual((await w.ok(path, request)).data, { a: { success: true, id: "a", message: "Folder added." } });
  const stored = (await storedFolders(w.context.store, organizationOf(w))).get("a");
  assert.deepEqual([stored?.accessType, stored?.inheritAccessFromParent], [null, true]);
});
