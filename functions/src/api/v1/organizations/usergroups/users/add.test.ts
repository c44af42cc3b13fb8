import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleWorld } from "#testing/harness/example-world";

test("v1 adds users to a group as v2 does", async () => {
  const w = await exampleWorld();
  const group = { organizationId: "acme", organizationUserGroupId: "engineers" };
  const { data } = await w.ok("/v1/organizations/usergroups/users/add", { ...group, userIds: ["lin"] });
  const message = "User added to organization user group.";
  assert.deepEqual(data, { lin: { success: true, organizationUserGroupId: "engineers", message } });
  const query = { organizationId: "acme", organizationUserGroupIds: ["engineers"] };
  assert.equal((await w.ok("/v1/users/get", query)).data.length, 2);
});
