import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";

const config = (name: string) => `/v2/workspace/${name}/update`;

test("an update without changes is refused with its problem listed, like other invalid requests", async () => {
  const w = await exampleWorld();
  const { apiKeyId: apiKey } = w.tenant;
  for (const [path, request] of [
    [config("apikeyconfig"), {}],
    [config("emailconfig"), {}],
    [config("webhookconfig"), {}],
    [config("notificationconfig"), {}],
    [config("permissionproviderconfig"), {}],
    [config("activityconfig"), { activityServiceConfig: {} }],
    [config("advancedwebhookconfig"), {}],
    [config("features"), { apiKey, features: {} }],
    [config("advancedwebhook/endpoints"), { endpointId: "ep_1" }],
  ] as const) {
    const { status, message, details } = await w.fails(path, request);
    expectWithContext(status, path).toBe("INVALID_ARGUMENT");
    expectWithContext(message, path).toContain("must be provided");
    expect(details).toStrictEqual({ issues: [{ path: "data", message }] });
  }
});
