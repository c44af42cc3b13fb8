import assert from "node:assert/strict";
import { test } from "node:test";
import { masking, orElse, url } from "#testing/fixtures/configs/written";
import { readingOne, testRoundTrip } from "#testing/harness/round-trip";
import { dump } from "#testing/harness/store-dump";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/permissionproviderconfig/update";

test("the first enable seeds empty strings", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { usePermissionProvider: true });
  assert.equal(message, "Permission provider configuration updated successfully.");
  assert.deepEqual(data, {
    usePermissionProvider: true,
    permissionProviderConfig: { permissionProviderUrl: "", authToken: "" },
  });
});

test("every field comes back as it was sent, but the token is masked and encrypted at rest", async () => {
  const w = await world();
  const permissionProviderUrl = "https://example.com/permissions";
  const { data } = await w.ok(path, {
    usePermissionProvider: true,
    permissionProviderConfig: { permissionProviderUrl, authToken: "secret-token" },
  });
  const shown = { permissionProviderUrl, authToken: "********oken" };
  assert.deepEqual(data, { usePermissionProvider: true, permissionProviderConfig: shown });
  assert.deepEqual((await w.ok(path, data)).data, data);
  assert.deepEqual((await w.ok(path, { usePermissionProvider: false })).data.permissionProviderConfig, shown);
  const stored = JSON.stringify(await dump(w.context.store));
  assert.ok(!stored.includes("secret-token") && !stored.includes("****"));
});

test("an empty change and an address that is none are refused", async () => {
  const w = await world();
  for (const [request, message] of [
    [{}, "At least one of usePermissionProvider or permissionProviderConfig must be provided."],
    [
      { permissionProviderConfig: { permissionProviderUrl: "example" } },
      "data.permissionProviderConfig.permissionProviderUrl must be a valid http(s) URL.",
    ],
  ] as const) {
    const error = await w.fails(path, request);
    assert.deepEqual([error.status, error.message], ["INVALID_ARGUMENT", message]);
  }
});

testRoundTrip(path, "a permission provider configuration", {
  fields: { permissionProviderUrl: url },
  fit: orElse({ usePermissionProvider: false }),
  toRead: masking("permissionProviderConfig", "authToken"),
  read: readingOne("/v2/workspace/permissionproviderconfig/get"),
});
