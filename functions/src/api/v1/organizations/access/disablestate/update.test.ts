import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

test("v1 disables organizations as v2 does and makes none", async () => {
  const w = await world();
  await w.ok("/v1/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const request = { organizationIds: ["acme", "nobody"], disabled: true };
  const { data } = await w.ok("/v1/organizations/access/disablestate/update", request);
  assert.deepEqual([data.acme.success, data.nobody.success], [true, false]);
  const found = (await w.ok("/v1/organizations/get", {})).data;
  assert.deepEqual(found, [{ id: "acme", organizationName: "acme", disabled: true }]);
});
