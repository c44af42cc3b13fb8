import { expect, test } from "@jest/globals";
import { userPath } from "#domain/organizations/store/members";
import { world } from "#testing/harness/world";

test("v1 updates users as v2 does, but sets no role", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada", accessRole: "viewer" }] });
  const change = { userId: "ada", name: "Ada", accessRole: "editor" };
  const { data } = await w.ok("/v1/users/update", { organizationId: "acme", users: [change] });
  expect(data.ada).toStrictEqual({ success: true, id: "ada", message: "User updated." });
  const storedUser = await w.context.store.get(userPath(`apiKeys/${w.tenant.apiKeyId}/organizations/acme`, "ada"));
  expect([storedUser?.data.name, storedUser?.data.accessRole]).toStrictEqual(["Ada", "viewer"]);
});
