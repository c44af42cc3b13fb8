import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

test("v1 adds organizations as v2 does", async () => {
  const w = await world();
  const organizations = [{ organizationId: "acme", organizationName: "Acme", plan: "team" }];
  const { data } = await w.ok("/v1/organizations/add", { organizations });
  assert.deepEqual(data, { acme: { success: true, id: "acme", message: "Added Successfully" } });
  const found = await w.ok("/v1/organizations/get", { organizationIds: ["acme"] });
  assert.deepEqual(found.data, [{ plan: "team", id: "acme", organizationName: "Acme", disabled: false }]);
});
