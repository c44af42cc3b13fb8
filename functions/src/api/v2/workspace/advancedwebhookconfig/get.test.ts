import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhookconfig/get";
const defaults = {
  isEnabled: false,
  encryptData: false,
  encodeData: false,
  publicKey: "",
  enableDataProtection: false,
};

test("a key that was never configured has the defaults", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  assert.equal(message, "Advanced webhook configuration retrieved successfully.");
  assert.deepEqual(data, defaults);
});

test("what was stored is told", async () => {
  const w = await world();
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true, encodeData: true });
  assert.deepEqual((await w.ok(path, {})).data, { ...defaults, isEnabled: true, encodeData: true });
});

test("where advanced webhooks are unavailable it is refused", async () => {
  const w = await world();
  const features = { advancedWebhooks: false };
  await w.ok("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features });
  const error = await w.fails(path, {});
  assert.deepEqual(
    [error.status, error.message],
    ["FAILED_PRECONDITION", "Advanced webhooks are not available for this workspace."],
  );
});
