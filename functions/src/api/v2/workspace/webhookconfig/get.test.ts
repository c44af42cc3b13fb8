import { expect, test } from "@jest/globals";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/webhookconfig/get";

test("a key that was never configured has the defaults", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  expect(message).toBe("Webhook configuration retrieved successfully.");
  expect(data).toStrictEqual({
    useWebhookService: false,
    webhookServiceConfig: { authToken: "", rawNotificationUrl: "", processedNotificationUrl: "" },
  });
});

test("stored values override the defaults, and the token is masked", async () => {
  const w = await world();
  const webhookServiceConfig = { authToken: "token", rawNotificationUrl: "https://example.com/raw", encodeData: true };
  await w.ok("/v2/workspace/webhookconfig/update", { webhookServiceConfig });
  expect((await w.ok(path, {})).data.webhookServiceConfig).toStrictEqual({
    authToken: "*****",
    rawNotificationUrl: "https://example.com/raw",
    processedNotificationUrl: "",
    encodeData: true,
  });
});
