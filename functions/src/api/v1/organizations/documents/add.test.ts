import { expect, test } from "@jest/globals";
import { storedDocuments } from "#testing/fixtures/documents/documents";
import { addFolders } from "#testing/fixtures/documents/folder-tree";
import { world } from "#testing/harness/world";

test("v1 adds documents as v2 does, but creates neither organization nor folder", async () => {
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
  expect((await w.fails(path, request)).message).toBe("Organization does not exist.");
  await addFolders(w, [{ folderId: "other" }]);
  expect((await w.ok(path, request)).data.home.message).toBe("Folder does not exist.");
  await addFolders(w, [{ folderId: "designs" }]);
  expect((await w.ok(path, request)).data.home).toStrictEqual({
    success: true,
    id: "home",
    message: "Added Successfully",
  });
  expect((await storedDocuments(w)).get("home")?.open).toBe('{"stage":"draft"}');
});
