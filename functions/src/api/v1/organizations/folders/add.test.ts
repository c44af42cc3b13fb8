import { expect, test } from "@jest/globals";
import { organizationOf, storedFolders } from "#testing/fixtures/documents/folder-tree";
import { world } from "#testing/harness/world";

test("v1 adds folders as v2 does, but creates no organization and ignores access types", async () => {
  const w = await world();
  const path = "/v1/organizations/folders/add";
  const request = {
    organizationId: "acme",
    createOrganization: true,
    folders: [{ folderId: "a", accessType: "restricted" }],
  };
  expect((await w.fails(path, request)).message).toBe("Organization does not exist.");
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  expect((await w.ok(path, request)).data).toStrictEqual({ a: { success: true, id: "a", message: "Folder added." } });
  const folder = (await storedFolders(w.context.store, organizationOf(w))).get("a");
  expect([folder?.accessType, folder?.inheritAccessFromParent]).toStrictEqual([null, true]);
});

test("v1 accepts any access type of a folder, and reports that it is ignored", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  const data = { organizationId: "acme", folders: [{ folderId: "a", accessType: "secret" }] };
  const { status, headers } = await w.request("/v1/organizations/folders/add", data);
  expect([status, headers["x-service-ignored-fields"]]).toStrictEqual([200, "accessType"]);
});
