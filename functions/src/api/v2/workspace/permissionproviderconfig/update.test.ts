import { expect, test } from "@jest/globals";
import { masking, orElse, url } from "#testing/fixtures/configs/written";
import { readingOne, testRoundTrip } from "#testing/harness/properties/round-trip";
import { dump } from "#testing/harness/store/store-dump";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/permissionproviderconfig/update";

test("enabling it for the first time sets empty strings", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { usePermissionProvider: true });
  expect(message).toBe("Permission provider configuration updated successfully.");
  expect(data).toStrictEqual({
    usePermissionProvider: true,
    permissionProviderConfig: { permissionProviderUrl: "", authToken: "" },
  });
});

test("every field is returned as it was sent, except that the token is masked and encrypted at rest", async () => {
  const w = await world();
  const permissionProviderUrl = "https://example.com/permissions";
  const { data } = await w.ok(path, {
    usePermissionProvider: true,
    permissionProviderConfig: { permissionProviderUrl, authToken: "secret-token" },
  });
  const maskedConfig = { permissionProviderUrl, authToken: "********oken" };
  expect(data).toStrictEqual({ usePermissionProvider: true, permissionProviderConfig: maskedConfig });
  expect((await w.ok(path, data)).data).toStrictEqual(data);
  expect((await w.ok(path, { usePermissionProvider: false })).data.permissionProviderConfig).toStrictEqual(
    maskedConfig,
  );
  const storeJson = JSON.stringify(await dump(w.context.store));
  expect(!storeJson.includes("secret-token") && !storeJson.includes("****")).toBe(true);
});

test("an empty change and an invalid address are refused", async () => {
  const w = await world();
  for (const [request, message] of [
    [{}, "At least one of usePermissionProvider or permissionProviderConfig must be provided."],
    [
      { permissionProviderConfig: { permissionProviderUrl: "example" } },
      "data.permissionProviderConfig.permissionProviderUrl must be a valid http(s) URL.",
    ],
  ] as const) {
    const error = await w.fails(path, request);
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
});

testRoundTrip(path, "a permission provider configuration", {
  fields: { permissionProviderUrl: url },
  nullRemoves: true,
  fit: orElse({ usePermissionProvider: false }),
  toRead: masking("permissionProviderConfig", "authToken"),
  read: readingOne("/v2/workspace/permissionproviderconfig/get"),
});
