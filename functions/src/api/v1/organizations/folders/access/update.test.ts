import { expect, test } from "@jest/globals";
import { addFolders, organizationOf, storedFolders } from "#testing/fixtures/documents/folder-tree";
import { world } from "#testing/harness/world";

test("v1 sets the access type of folders and has no inheritFromParent", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "a", accessType: "restricted" }]);
  const request = { organizationId: "acme", folderIds: ["a"], inheritFromParent: true };
  const { data } = await w.ok("/v1/organizations/folders/access/update", request);
  expect(data).toStrictEqual({ a: { success: true, accessType: "public", message: "Folder access type updated." } });
  const folder = (await storedFolders(w.context.store, organizationOf(w))).get("a");
  expect([folder?.accessType, folder?.inheritAccessFromParent]).toStrictEqual(["public", false]);
});
