import { expect, test } from "@jest/globals";
import { beginSession } from "#testing/harness/browser-session";
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

test("a session that may only read sees no user name and password in any URL, and a session that may write sees them", async () => {
  const w = await world();
  const url = "https://user:url-secret@example.com/hook?a=1";
  await w.ok("/v2/workspace/webhookconfig/update", {
    webhookServiceConfig: { rawNotificationUrl: url, processedNotificationUrl: "https://example.com" },
  });
  await w.ok("/v2/workspace/permissionproviderconfig/update", {
    permissionProviderConfig: { permissionProviderUrl: "https://url-secret@example.com/hook?a=1" },
  });
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  await w.ok("/v2/workspace/advancedwebhook/endpoints/create", { url });
  const reads = [path, "/v2/workspace/permissionproviderconfig/get", "/v2/workspace/advancedwebhook/endpoints/get"];
  for (const readOnly of [true, false]) {
    const { headers } = await beginSession(w, { readOnly });
    for (const each of reads) {
      const json = JSON.stringify((await w.ok(each, {}, { headers })).data);
      expect([each, json.includes("url-secret")]).toStrictEqual([each, !readOnly]);
      expect([each, json.includes("https://*****@example.com/hook?a=1")]).toStrictEqual([each, readOnly]);
    }
    const { data } = await w.ok(path, {}, { headers });
    expect(data.webhookServiceConfig.processedNotificationUrl).toBe("https://example.com");
  }
});
