import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

test("v1 deletes organizations as v2 does", async () => {
  const w = await world();
  await w.ok("/v1/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const { data } = await w.ok("/v1/organizations/delete", { organizationIds: ["acme"] });
  assert.deepEqual(data, { acme: { success: true, id: "acme", message: "Deleted Successfully" } });
  assert.deepEqual((await w.ok("/v1/organizations/get", {})).data, []);
});
