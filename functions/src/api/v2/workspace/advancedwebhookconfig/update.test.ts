import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { orElse } from "#testing/fixtures/configs/written";
import { happen } from "#testing/fixtures/webhooks/webhooks";
import { readingOne, testRoundTrip } from "#testing/harness/properties/round-trip";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhookconfig/update";
const publicKey = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .publicKey.export({ format: "der", type: "spki" })
  .toString("base64");

test("the first change enables advanced webhooks, and later ones change the fields that they name", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { isEnabled: true });
  expect(message).toBe("Advanced webhook configuration updated successfully.");
  const enabled = {
    isEnabled: true,
    encryptData: false,
    encodeData: false,
    publicKey: "",
    enableDataProtection: false,
  };
  expect(data).toStrictEqual(enabled);
  const full = { isEnabled: false, encryptData: true, encodeData: true, publicKey, enableDataProtection: true };
  expect((await w.ok(path, full)).data).toStrictEqual(full);
  expect((await w.ok(path, { publicKey: "" })).data).toStrictEqual({ ...full, publicKey: "" });
  expect((await w.ok("/v2/workspace/advancedwebhookconfig/get", {})).data).toStrictEqual({ ...full, publicKey: "" });
});

test("a first change that does not enable is refused and stores nothing", async () => {
  const w = await world();
  for (const request of [{ encodeData: true }, { isEnabled: false }]) {
    const error = await w.fails(path, request);
    expect(error.status).toBe("FAILED_PRECONDITION");
    expect(error.message).toMatch(
      /^Advanced webhooks are not configured for this workspace\. Enable them first via POST /,
    );
  }
  expect((await w.ok("/v2/workspace/advancedwebhookconfig/get", {})).data.encodeData).toBe(false);
});

test("an empty change and an invalid key are refused", async () => {
  const w = await world();
  for (const [request, message] of [
    [{}, "At least one of isEnabled, encryptData, encodeData, publicKey or enableDataProtection must be provided."],
    [
      { isEnabled: true, publicKey: "no key" },
      "data.publicKey must be an RSA public key of at least 2048 bits: SPKI or PKCS #1 in base64, without PEM lines.",
    ],
  ] as const) {
    const error = await w.fails(path, request);
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
});

test("the call is refused while advanced webhooks are unavailable", async () => {
  const w = await world();
  const features = { advancedWebhooks: false };
  await w.ok("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features });
  expect((await w.fails(path, { isEnabled: true })).status).toBe("FAILED_PRECONDITION");
});

test("endpoints receive events while advanced webhooks are on, and none once they are off", async () => {
  const w = await world();
  const path = "/v2/workspace/advancedwebhookconfig/update";
  const happens = () => happen(w, { type: "user.add", organizationId: "acme" });
  await w.ok(path, { isEnabled: true });
  await w.ok("/v2/workspace/advancedwebhook/endpoints/create", { url: "https://hooks.example.com/" });
  await happens();
  expect(w.receivers.calls.length).toBe(1);
  await w.ok(path, { isEnabled: false });
  await happens();
  expect(w.receivers.calls.length).toBe(1);
  await w.ok(path, { isEnabled: true, encodeData: true });
  await happens();
  expect(Object.keys(w.receivers.calls[1]?.json)).toStrictEqual(["encodedPayload"]);
});

test("nothing is sent unencrypted while encryption is on without a key, and the attempt says why", async () => {
  const w = await world();
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true, encryptData: true });
  await w.ok("/v2/workspace/advancedwebhook/endpoints/create", { url: "https://hooks.example.com/" });
  await happen(w, { type: "user.add", organizationId: "acme" });
  expect(w.receivers.calls.length).toBe(0);
  const { data } = await w.ok("/v2/workspace/advancedwebhook/deliveries/get", {});
  expect(data[0].attempts[0].error).toBe("Nothing was sent: encryptData is on, but there is no publicKey.");
});

testRoundTrip(path, "an advanced webhook configuration", {
  fields: { publicKey: fc.constantFrom("", publicKey) },
  nullRemoves: true,
  fit: orElse({ isEnabled: false }),
  before: (w) => w.ok(path, { isEnabled: true }),
  read: readingOne("/v2/workspace/advancedwebhookconfig/get"),
});
