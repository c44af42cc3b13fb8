import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/webhookconfig/get";

test("a key that was never configured has the defaults", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  assert.equal(message, "Webhook configuration retrieved successfully.");
  assert.deepEqual(data, {
    useWebhookService: false,
    webhookServiceConfig: { authToken: "", rawNotificationUrl: "", processedNotificationUrl: "" },
  });
});

test("what was stored lies over the defaults, the token is masked", async () => {
  const w = await world();
  const webhookServiceConfig = { authToken: "token", rawNotificationUrl: "https://example.com/raw", encodeData: true };
  await w.ok("/v2/workspace/webhookconfig/update", { webhookServiceConfig });
  assert.deepEqual((await w.ok(path, {})).data.webhookServiceConfig, {
    authToken: "*****",
    rawNotificationUrl: "https://example.com/raw",
    processedNotificationUrl: "",
    encodeData: true,
  });
});
