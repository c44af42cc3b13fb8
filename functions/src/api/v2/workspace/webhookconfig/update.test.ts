import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { commentGroups } from "#domain/events/types";
import { masking, orElse, triggers, url } from "#testing/fixtures/configs/written";
import { happen } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { readingOne, testRoundTrip } from "#testing/harness/properties/round-trip";
import { dump } from "#testing/harness/store/store-dump";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/webhookconfig/update";
const publicKey = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .publicKey.export({ format: "der", type: "spki" })
  .toString("base64");

test("enabling it for the first time turns comments and huddles on, and CRDT, recorder and suggestions off", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { useWebhookService: true });
  expect(message).toBe("Webhook configuration updated successfully.");
  const { triggers, enableDataProtection } = data.webhookServiceConfig;
  expect([data.useWebhookService, enableDataProtection]).toStrictEqual([true, false]);
  for (const name of ["comment.add", "comment_annotation.add", "huddle.join"])
    expectWithContext(triggers[name], name).toBe(true);
  for (const name of ["crdt.update_data", "recorder.done", "comment_annotation.suggestion_accept"])
    expectWithContext(triggers[name], name).toBe(false);
});

test("a token that can't be sent in a header is refused, before a delivery fails because of it", async () => {
  const w = await world();
  for (const [path, fields] of [
    ["/v2/workspace/webhookconfig/update", { webhookServiceConfig: { authToken: "token\r\nx-admin: 1" } }],
    ["/v2/workspace/webhookconfig/update", { webhookServiceConfig: { authToken: "ключ" } }],
    ["/v2/workspace/permissionproviderconfig/update", { permissionProviderConfig: { authToken: "token\n" } }],
    ["/v2/workspace/emailconfig/update", { emailServiceConfig: { apiKey: "token\u0000" } }],
  ] as const) {
    const { status, message } = await w.fails(path, fields);
    expect(status).toBe("INVALID_ARGUMENT");
    expect(message).toContain("characters that a header can carry");
  }
  await w.ok(path, { webhookServiceConfig: { authToken: "grüße an 'alle': ~!" } });
});

test("every field is returned as it was sent, except that the token is masked and encrypted at rest", async () => {
  const w = await world();
  const webhookServiceConfig = {
    authToken: "secret-token",
    rawNotificationUrl: "https://example.com/raw",
    processedNotificationUrl: "https://example.com/processed",
    encodeData: true,
    encryptData: true,
    publicKey,
    enableDataProtection: true,
    triggers: { "comment.add": true, "crdt.update_data": true },
  };
  const { data } = await w.ok(path, { webhookServiceConfig });
  const maskedConfig = { ...webhookServiceConfig, authToken: "********oken" };
  expect(data).toStrictEqual({ useWebhookService: false, webhookServiceConfig: maskedConfig });
  expect((await w.ok(path, data)).data).toStrictEqual(data);
  expect((await w.ok("/v2/workspace/webhookconfig/get", {})).data).toStrictEqual(data);
  const storeJson = JSON.stringify(await dump(w.context.store));
  expect(!storeJson.includes("secret-token") && !storeJson.includes("****")).toBe(true);
});

test("the empty string clears an address and the key", async () => {
  const w = await world();
  await w.ok(path, { webhookServiceConfig: { publicKey, rawNotificationUrl: "https://example.com" } });
  const { data } = await w.ok(path, { webhookServiceConfig: { publicKey: "", rawNotificationUrl: "" } });
  expect(data.webhookServiceConfig).toStrictEqual({
    authToken: "",
    publicKey: "",
    rawNotificationUrl: "",
    processedNotificationUrl: "",
  });
});

test("an empty change, an invalid address, an invalid key and an unknown trigger are refused", async () => {
  const w = await world();
  const at = "data.webhookServiceConfig";
  for (const [request, message] of [
    [
      {},
      "Invalid webhook service configuration. At least one of useWebhookService or webhookServiceConfig must be provided.",
    ],
    [
      { webhookServiceConfig: { rawNotificationUrl: "ftp://example.com" } },
      `${at}.rawNotificationUrl must be a valid http(s) URL.`,
    ],
    [
      { webhookServiceConfig: { publicKey: `-----BEGIN PUBLIC KEY-----\n${publicKey}` } },
      `${at}.publicKey must be an RSA public key of at least 2048 bits: SPKI or PKCS #1 in base64, without PEM lines.`,
    ],
    [{ webhookServiceConfig: { triggers: { added: true } } }, `${at}.triggers.added is not an event type.`],
  ] as const) {
    const error = await w.fails(path, request);
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
  expect((await w.ok("/v2/workspace/webhookconfig/get", {})).data.webhookServiceConfig.publicKey).toBeUndefined();
});

test("the raw address receives the events of its triggers, with its token, unsigned, and with retries", async () => {
  const w = await world();
  const path = "/v2/workspace/webhookconfig/update";
  const webhookServiceConfig = { authToken: "dG9rZW46c2VjcmV0", rawNotificationUrl: "https://example.com/raw" };
  await w.ok(path, { useWebhookService: true, webhookServiceConfig });
  w.receivers.answer = () => ({ status: 500, body: "" });
  await happen(w, { type: "comment.add", organizationId: "acme" }, { type: "user.add", organizationId: "acme" });
  w.receivers.answer = () => ({ status: 200, body: "" });
  w.advance(5000);
  await w.drain();
  expect(w.receivers.calls.map(({ url, json }) => [url, json.event])).toStrictEqual([
    ["https://example.com/raw", "comment.add"],
    ["https://example.com/raw", "comment.add"],
  ]);
  const [call] = w.receivers.calls;
  expect(call?.headers.authorization).toBe("Basic dG9rZW46c2VjcmV0");
  expect(call?.headers["webhook-signature"]).toBeUndefined();
  await w.ok(path, { useWebhookService: false });
  await happen(w, { type: "comment.add", organizationId: "acme" });
  expect(w.receivers.calls.length).toBe(2);
});

testRoundTrip(path, "a basic webhook configuration", {
  fields: {
    triggers: triggers(...commentGroups, "huddle", "crdt", "recorder"),
    rawNotificationUrl: url,
    processedNotificationUrl: url,
    publicKey: fc.constantFrom("", publicKey),
  },
  nullRemoves: true,
  fit: orElse({ useWebhookService: false }),
  toRead: masking("webhookServiceConfig", "authToken"),
  read: readingOne("/v2/workspace/webhookconfig/get"),
});
