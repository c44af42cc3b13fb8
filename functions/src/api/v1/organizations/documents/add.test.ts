import assert from "node:assert/strict";
import { test } from "node:test";
import { storedDocuments } from "#testing/fixtures/documents/documents";
import { addFolders } from "#testing/fixtures/documents/folder-tree";
import { world } from "#testing/harness/world";

test("v1 adds documents as v2 does, but makes neither organization nor folder", async () => {
  const w = await world();
  const path = "/v1/organizations/documents/add";
  const documents = [{ documentId: "home", stage: "draft" }];
  const request = {
    organizationId: "acme",
    folderId: "designs",
    createOrganization: true,
    createFolder: true,
    documents,
  };
  assert.equal((await w.fails(path, request)).message, "Organization does not exist.");
  await addFolders(w, [{ folderId: "other" }]);
  assert.equal((await w.ok(path, request)).data.home.message, "Folder does not exist.");
  await addFolders(w, [{ folderId: "designs" }]);
  assert.deepEqual((await w.ok(path, request)).data.home, { success: true, id: "home", message: "Added Successfully" });
  assert.equal((await storedDocuments(w)).get("home")?.open, '{"stage":"draft"}');
});
