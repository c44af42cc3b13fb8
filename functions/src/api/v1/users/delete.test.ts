import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

test("v1 removes users as v2 does", async () => {
  const w = await world();
  await w.ok("/v1/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  const { data } = await w.ok("/v1/users/delete", { organizationId: "acme", userIds: ["ada"] });
  assert.deepEqual(data, { ada: { success: true, message: "User removed." } });
  assert.deepEqual((await w.ok("/v1/users/get", { organizationId: "acme" })).data, []);
});
