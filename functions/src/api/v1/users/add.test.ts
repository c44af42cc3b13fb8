import { expect, test } from "@jest/globals";
import { userPath } from "#domain/organizations/store/members";
import { world } from "#testing/harness/world";

test("v1 adds users as v2 does, but sets no role and creates no document", async () => {
  const w = await world();
  const user = { userId: "ada", name: "Ada", accessRole: "viewer" };
  const { data } = await w.ok("/v1/users/add", { organizationId: "acme", users: [user] });
  expect(data.ada).toStrictEqual({ success: true, id: "ada", message: "User added." });
  const storedUser = await w.context.store.get(userPath(`apiKeys/${w.tenant.apiKeyId}/organizations/acme`, "ada"));
  expect(storedUser?.data.name).toBe("Ada");
  expect(storedUser?.data.accessRole).toBeUndefined();
  const request = { organizationId: "acme", documentId: "d", createDocument: true, users: [user] };
  expect((await w.ok("/v1/users/add", request)).data.ada.success).toBe(false);
});

test.each(["add", "update"])("v1/users/%s accepts any role, and reports that it is ignored", async (name) => {
  const w = await world();
  await w.ok("/v1/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  const users = [{ userId: "ada", accessRole: "captain" }];
  const { status, headers } = await w.request(`/v1/users/${name}`, { organizationId: "acme", users });
  expect([status, headers["x-service-ignored-fields"]]).toStrictEqual([200, "accessRole"]);
});
