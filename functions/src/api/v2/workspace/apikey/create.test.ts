import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_API_KEYS, workspacePath } from "#domain/workspaces/store/workspaces";
import { noRoundTrip } from "#testing/harness/round-trip";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/apikey/create";
const request = { ownerEmail: "lin@example.com", type: "testing" };

test("a new key opens a tenant of its own and is listed in its workspace", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { ...request, apiKeyName: "Staging", createAuthToken: true });
  assert.equal(message, "API key created successfully.");
  assert.match(data.apiKey, /^ak_[0-9A-Za-z]{22}$/);
  const tenant = { ...w.tenant, apiKeyId: data.apiKey, authToken: data.authToken };
  const users = { organizationId: "acme", users: [{ userId: "ada" }] };
  await w.ok("/v2/users/add", users);
  const organizations = await w.ok("/v2/organizations/get", {}, { tenant });
  assert.deepEqual(organizations.data, []);
  const { apiKeyList } = (await w.ok("/v2/workspace/get", {})).data;
  assert.deepEqual(Object.keys(apiKeyList).sort(), [w.tenant.apiKeyId, data.apiKey].sort());
  assert.deepEqual(apiKeyList[data.apiKey], { id: data.apiKey, apiKeyName: "Staging", type: "testing" });
});

test("a key without a name is named after its owner and type", async () => {
  const w = await world();
  for (const [type, name] of [
    ["testing", "Lin Test API Key"],
    ["production", "Lin Production API Key"],
  ]) {
    const { apiKey } = (await w.ok(path, { ...request, type })).data;
    const [listed] = (await w.ok("/v2/workspace/apikeys/get", { apiKeys: [apiKey] })).data;
    assert.deepEqual(listed, { id: apiKey, apiKeyName: name, type });
  }
});

test("a key made without a token gets its first one by a reset", async () => {
  const w = await world();
  const { data } = await w.ok(path, { ...request, createAuthToken: false });
  assert.deepEqual(Object.keys(data), ["apiKey"]);
  const tokens = async () => (await w.ok("/v2/workspace/authtokens/get", { apiKey: data.apiKey })).data.authTokens;
  assert.deepEqual(await tokens(), []);
  const { newAuthToken } = (await w.ok("/v2/workspace/authtoken/reset", { apiKey: data.apiKey })).data;
  assert.deepEqual(await tokens(), [newAuthToken]);
});

test("settings and domains are kept as they are sent", async () => {
  const w = await world();
  const given = { requireAutoOrgUser: true, enablePrivateComments: true, addLocalHostToAllowedDomains: true };
  const allowedDomains = ["https://www.example.com/app", "*.example.org"];
  const { apiKey, authToken } = (await w.ok(path, { ...request, ...given, allowedDomains })).data;
  const tenant = { ...w.tenant, apiKeyId: apiKey, authToken };
  assert.deepEqual((await w.ok("/v2/workspace/apikeyconfig/get", {}, { tenant })).data, {
    ownerEmail: "lin@example.com",
    planInfo: { type: "testing" },
    defaultDocumentAccessType: "public",
    isPrivateCommentsEnabled: true,
    requireJwtToken: false,
    requireAutoOrgUser: true,
  });
  const stored = await w.context.store.get(`apiKeys/${apiKey}`);
  assert.deepEqual(stored?.data.allowedDomains, ["example.com", "*.example.org", "localhost", "127.0.0.1"]);
});

test("services are configured as they are asked for, by the rules of their own endpoints", async () => {
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
  assert.equal(email.useEmailService, true);
  assert.equal(email.emailServiceConfig.apiKey, "*********6789");
  assert.deepEqual(email.emailServiceConfig.triggers, { "comment.add": true });
  const webhook = await config("webhook");
  assert.equal(webhook.webhookServiceConfig.rawNotificationUrl, "https://example.com/raw");
  assert.equal(webhook.webhookServiceConfig.triggers["huddle.join"], false);
  assert.equal(webhook.webhookServiceConfig.triggers["comment.add"], true);
  const notification = await config("notification");
  assert.equal(notification.useNotificationService, true);
  assert.equal(notification.notificationServiceConfig.triggers.comment["comment.add"], true);
});

test("a key made without services has the configurations of one that was never configured", async () => {
  const w = await world();
  const { apiKey } = (await w.ok(path, request)).data;
  assert.equal(await w.context.store.count({ collection: `apiKeys/${apiKey}/configs` }), 0);
});

test("keys made at once are all listed", async () => {
  const w = await world();
  const made = await Promise.all(Array.from({ length: 8 }, () => w.ok(path, request)));
  const listed = (await w.ok("/v2/workspace/apikeys/get", {})).data.map(({ id }: { id: string }) => id);
  for (const { data } of made) assert.ok(listed.includes(data.apiKey));
});

test("a workspace has 500 keys at most", async () => {
  const w = await world();
  const names = Array.from({ length: MAX_API_KEYS - 2 }, (_, i) => `ak_${i}`);
  const apiKeys = Object.fromEntries(names.map((id) => [id, { id, apiKeyName: id, type: "testing" }]));
  await w.context.store.commit([{ op: "merge", path: workspacePath(w.tenant.workspaceId), data: { apiKeys } }]);
  await w.ok(path, request);
  const before = await w.context.store.count({ collection: "apiKeys" });
  const error = await w.fails(path, request);
  assert.deepEqual(
    [error.status, error.message],
    ["RESOURCE_EXHAUSTED", "You have reached the maximum number of API keys allowed for this workspace (500)."],
  );
  assert.equal(await w.context.store.count({ collection: "apiKeys" }), before);
});

test("no address, another type and a domain that is none are refused", async () => {
  const w = await world();
  for (const [given, message] of [
    [{ type: "testing" }, "data.ownerEmail is required."],
    [{ ...request, type: "live" }, "data.type must be one of `testing`, `production`."],
    [{ ...request, apiKeyName: "  " }, "data.apiKeyName must not be empty."],
    [{ ...request, allowedDomains: ["no domain"] }, "data.allowedDomains[0] must be a domain or a URL."],
    [
      { ...request, emailServiceConfig: { triggers: { "x.y": true } } },
      'data.emailServiceConfig.triggers["x.y"] is not an event type.',
    ],
  ] as const) {
    const error = await w.fails(path, given);
    assert.deepEqual([error.status, error.message], ["INVALID_ARGUMENT", message]);
  }
});

noRoundTrip(path, "Ids and tokens are made; apikeys/get gives out the name and the type alone.");
