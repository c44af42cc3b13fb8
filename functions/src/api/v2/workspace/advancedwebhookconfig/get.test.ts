import { expect, test } from "@jest/globals";
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
  expect(message).toBe("Advanced webhook configuration retrieved successfully.");
  expect(data).toStrictEqual(defaults);
});

test("a stored configuration is returned", async () => {
  const w = await world();
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true, encodeData: true });
  expect((await w.ok(path, {})).data).toStrictEqual({ ...defaults, isEnabled: true, encodeData: true });
});

test("the call is refused while advanced webhooks are unavailable", async () => {
  const w = await world();
  const features = { advancedWebhooks: false };
  await w.ok("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features });
  const error = await w.fails(path, {});
  expect([error.status, error.message]).toStrictEqual([
    "FAILED_PRECONDITION",
    "Advanced webhooks are not available for this workspace.",
  ]);
});
