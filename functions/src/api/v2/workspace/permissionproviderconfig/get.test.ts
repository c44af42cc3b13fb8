import { expect, test } from "@jest/globals";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/permissionproviderconfig/get";

test("a key that was never configured has the defaults", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  expect(message).toBe("Permission provider configuration retrieved successfully.");
  expect(data).toStrictEqual({
    usePermissionProvider: false,
    permissionProviderConfig: { permissionProviderUrl: "", authToken: "" },
  });
});

test("stored values override the defaults, and the token is masked", async () => {
  const w = await world();
  const permissionProviderConfig = { authToken: "secret-token" };
  await w.ok("/v2/workspace/permissionproviderconfig/update", { permissionProviderConfig });
  expect((await w.ok(path, {})).data).toStrictEqual({
    usePermissionProvider: false,
    permissionProviderConfig: { permissionProviderUrl: "", authToken: "********oken" },
  });
});
