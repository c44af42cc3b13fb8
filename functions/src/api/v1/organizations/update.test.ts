import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

test("v1 updates organizations as v2 does", async () => {
  const w = await world();
  await w.ok("/v1/organizations/add", { organizations: [{ organizationId: "acme", plan: "team" }] });
  const organizations = [{ organizationId: "acme", organizationName: "Acme", plan: null }];
  const { data } = await w.ok("/v1/organizations/update", { organizations });
  assert.deepEqual(data, { acme: { success: true, id: "acme", message: "Updated Successfully" } });
  const found = (await w.ok("/v1/organizations/get", {})).data;
  assert.deepEqual(found, [{ id: "acme", organizationName: "Acme", disabled: false }]);
});
