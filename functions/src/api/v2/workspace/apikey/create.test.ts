import { expect, test } from "@jest/globals";
import { MAX_API_KEYS, workspacePath } from "#domain/workspaces/store/workspaces";
import { noRoundTrip } from "#testing/harness/properties/round-trip";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/apikey/create";
const request = { ownerEmail: "lin@example.com", type: "testing" };

test("a new key is a tenant of its own and is listed in its workspace", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { ...request, apiKeyName: "Staging", createAuthToken: true });
  expect(message).toBe("API key created successfully.");
  expect(data.apiKey).toMatch(/^ak_[0-9A-Za-z]{22}$/);
  const tenant = { ...w.tenant, apiKeyId: data.apiKey, authToken: data.authToken };
  const users = { organizationId: "acme", users: [{ userId: "ada" }] };
  await w.ok("/v2/users/add", users);
  const organizations = await w.ok("/v2/organizations/get", {}, { tenant });
  expect(organizations.data).toStrictEqual([]);
  const { apiKeyList } = (await w.ok("/v2/workspace/get", {})).data;
  expect(Object.keys(apiKeyList).sort()).toStrictEqual([w.tenant.apiKeyId, data.apiKey].sort());
  expect(apiKeyList[data.apiKey]).toStrictEqual({ id: data.apiKey, apiKeyName: "Staging", type: "testing" });
});

test("a key without a name is named after its owner and type", async () => {
  const w = await world();
  for (const [type, name] of [
    ["testing", "Lin Test API Key"],
    ["production", "Lin Production API Key"],
  ]) {
    const { apiKey } = (await w.ok(path, { ...request, type })).data;
    const [listed] = (await w.ok("/v2/workspace/apikeys/get", { apiKeys: [apiKey] })).data;
    expect(listed).toStrictEqual({ id: apiKey, apiKeyName: name, type });
  }
});

test("a key without a token gets its first token by a reset", async () => {
  const w = await world();
  const { data } = await w.ok(path, { ...request, createAuthToken: false });
  expect(Object.keys(data)).toStrictEqual(["apiKey"]);
  const tokens = async () => (await w.ok("/v2/workspace/authtokens/get", { apiKey: data.apiKey })).data.authTokens;
  expect(await tokens()).toStrictEqual([]);
  const { newAuthToken } = (await w.ok("/v2/workspace/authtoken/reset", { apiKey: data.apiKey })).data;
  expect(await tokens()).toStrictEqual([newAuthToken]);
});

test("settings and domains are stored as they are sent", async () => {
  const w = await world();
  const input = { requireAutoOrgUser: true, enablePrivateComments: true, addLocalHostToAllowedDomains: true };
  const allowedDomains = ["https://www.example.com/app", "*.example.org"];
  const { apiKey, authToken } = (await w.ok(path, { ...request, ...input, allowedDomains })).data;
  const tenant = { ...w.tenant, apiKeyId: apiKey, authToken };
  expect((await w.ok("/v2/workspace/apikeyconfig/get", {}, { tenant })).data).toStrictEqual({
    ownerEmail: "lin@example.com",
    planInfo: { type: "testing" },
    defaultDocumentAccessType: "public",
    isPrivateCommentsEnabled: true,
    requireJwtToken: false,
    requireAutoOrgUser: true,
  });
  const storedApiKey = await w.context.store.get(`apiKeys/${apiKey}`);
  expect(storedApiKey?.data.allowedDomains).toStrictEqual(["example.com", "*.example.org", "localhost", "127.0.0.1"]);
});

test("services are configured on request, following the rules of their own endpoints", async () => {
  const w = await world();
  const services = {
    useEmailService: true,
    setDefaultEmailTriggers: false,
    emailServiceConfig: { type: "sendgrid", apiKey: "SG.0123456789", triggers: { "comment.add": true } },
    useWebhookService: true,
    webhookServiceConfig: { rawNotificationUrl: "https://example.com/raw", triggers: { "huddle.join": false } },
    useNotificationService: true,
    setDefaultNotificationTriggers: true,
  };
  const { apiKey, authToken } = (await w.ok(path, { ...request, ...services })).data;
  const tenant = { ...w.tenant, apiKeyId: apiKey, authToken };
  const config = async (name: string) => (await w.ok(`/v2/workspace/${name}config/get`, {}, { tenant })).data;
  const email = await config("email");
  expect(email.useEmailService).toBe(true);
  expect(email.emailServiceConfig.apiKey).toBe("*********6789");
  expect(email.emailServiceConfig.triggers).toStrictEqual({ "comment.add": true });
  const webhook = await config("webhook");
  expect(webhook.webhookServiceConfig.rawNotificationUrl).toBe("https://example.com/raw");
  expect(webhook.webhookServiceConfig.triggers["huddle.join"]).toBe(false);
  expect(webhook.webhookServiceConfig.triggers["comment.add"]).toBe(true);
  const notification = await config("notification");
  expect(notification.useNotificationService).toBe(true);
  expect(notification.notificationServiceConfig.triggers.comment["comment.add"]).toBe(true);
});

test("a key without services has the default configurations", async () => {
  const w = await world();
  const { apiKey } = (await w.ok(path, request)).data;
  expect(await w.context.store.count({ collection: `apiKeys/${apiKey}/configs` })).toBe(0);
});

test("keys that are created concurrently are all listed", async () => {
  const w = await world();
  const replies = await Promise.all(Array.from({ length: 8 }, () => w.ok(path, request)));
  const listed = (await w.ok("/v2/workspace/apikeys/get", {})).data.map(({ id }: { id: string }) => id);
  for (const { data } of replies) expect(listed.includes(data.apiKey)).toBeTruthy();
});

test("a workspace has at most 500 keys", async () => {
  const w = await world();
  const names = Array.from({ length: MAX_API_KEYS - 2 }, (_, i) => `ak_${i}`);
  const apiKeys = Object.fromEntries(names.map((id) => [id, { id, apiKeyName: id, type: "testing" }]));
  await w.context.store.commit([{ op: "merge", path: workspacePath(w.tenant.workspaceId), data: { apiKeys } }]);
  await w.ok(path, request);
  const before = await w.context.store.count({ collection: "apiKeys" });
  const error = await w.fails(path, request);
  expect([error.status, error.message]).toStrictEqual([
    "RESOURCE_EXHAUSTED",
    "You have reached the maximum number of API keys allowed for this workspace (500).",
  ]);
  expect(await w.context.store.count({ collection: "apiKeys" })).toBe(before);
});

test("a missing address, an unknown type and an invalid domain are refused", async () => {
  const w = await world();
  for (const [input, message] of [
    [{ type: "testing" }, "data.ownerEmail is required."],
    [{ ...request, type: "live" }, "data.type must be one of `testing`, `production`."],
    [{ ...request, persistenceDBRegion: "" }, "data.persistenceDBRegion must not be empty."],
    [{ ...request, apiKeyName: "  " }, "data.apiKeyName must not be empty."],
    [{ ...request, allowedDomains: ["no domain"] }, "data.allowedDomains[0] must be a domain or a URL."],
    [
      { ...request, emailServiceConfig: { triggers: { "x.y": true } } },
      'data.emailServiceConfig.triggers["x.y"] is not an event type.',
    ],
  ] as const) {
    const error = await w.fails(path, input);
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
});

noRoundTrip(path, "Ids and tokens are generated; apikeys/get returns only the name and the type.");
