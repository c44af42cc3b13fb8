import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleWorld } from "#testing/harness/example-world";

test("v1 takes users out of a group as v2 does", async () => {
  const w = await exampleWorld();
  const group = { organizationId: "acme", organizationUserGroupId: "engineers" };
  const { data } = await w.ok("/v1/organizations/usergroups/users/delete", { ...group, deleteAll: true });
  const message = "User deleted from organization user group.";
  assert.deepEqual(data, { ada: { success: true, organizationUserGroupId: "engineers", message } });
  const query = { organizationId: "acme", organizationUserGroupIds: ["engineers"] };
  assert.deepEqual((await w.ok("/v1/users/get", query)).data, []);
});
