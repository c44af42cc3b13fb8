import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/permissionproviderconfig/get";

test("a key that was never configured has the defaults", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  assert.equal(message, "Permission provider configuration retrieved successfully.");
  assert.deepEqual(data, {
    usePermissionProvider: false,
    permissionProviderConfig: { permissionProviderUrl: "", authToken: "" },
  });
});

test("what was stored lies over the defaults, the token is masked", async () => {
  const w = await world();
  const permissionProviderConfig = { authToken: "secret-token" };
  await w.ok("/v2/workspace/permissionproviderconfig/update", { permissionProviderConfig });
  assert.deepEqual((await w.ok(path, {})).data, {
    usePermissionProvider: false,
    permissionProviderConfig: { permissionProviderUrl: "", authToken: "********oken" },
  });
});
