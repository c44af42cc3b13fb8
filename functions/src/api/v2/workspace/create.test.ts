import assert from "node:assert/strict";
import { test } from "node:test";
import { noRoundTrip } from "#testing/harness/round-trip";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/create";

test("a new workspace can be read with the credentials that it came with", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {
    ownerEmail: "lin@example.com",
    name: "Lin",
    avatar: "https://example.com/l.png",
  });
  assert.equal(message, "Workspace created successfully");
  assert.equal(data.name, "Lin workspace");
  assert.equal(data.owner.avatar, "https://example.com/l.png");
  const headers = { "x-service-workspace-id": data.id, "x-service-workspace-auth-token": data.authToken };
  assert.deepEqual((await w.ok("/v2/workspace/get", {}, { headers })).data, data);
});

test("names default to the address", async () => {
  const w = await world();
  const { data } = await w.ok(path, { ownerEmail: "lin@example.com" });
  assert.equal(data.owner.name, "lin@example.com");
  assert.equal(data.name, "lin@example.com workspace");
  assert.deepEqual(
    Object.values(data.apiKeyList).map((key) => (key as { apiKeyName: string }).apiKeyName),
    ["Lin Test API Key"],
  );
});

test("one address owns at most five workspaces, however it is written", async () => {
  const w = await world();
  for (let i = 0; i < 5; i++) await w.ok(path, { ownerEmail: "lin@example.com" });
  const error = await w.fails(path, { ownerEmail: "LIN@example.com" });
  assert.equal(error.status, "RESOURCE_EXHAUSTED");
  assert.equal(error.message, "You have reached the maximum number of workspaces allowed for this email address.");
});

test("an address that is none is refused by its field", async () => {
  const w = await world();
  const error = await w.fails(path, { ownerEmail: "nobody" });
  assert.equal(error.status, "INVALID_ARGUMENT");
  assert.equal(error.message, "data.ownerEmail must be an e-mail address.");
});

test("an operator can turn it off", async () => {
  const w = await world({ settings: { allowWorkspaceCreate: false } });
  assert.equal((await w.fails(path, { ownerEmail: "lin@example.com" })).status, "PERMISSION_DENIED");
});

test("a stranger makes at most ten a minute from one address of the network", async () => {
  const w = await world({ rateLimits: { public: 10 } });
  for (let i = 0; i < 10; i++) await w.ok(path, { ownerEmail: `lin${i}@example.com` }, { ip: "192.0.2.1" });
  const error = await w.fails(path, { ownerEmail: "lin@example.com" }, { ip: "192.0.2.1" });
  assert.equal(error.http, 429);
  assert.equal(error.message, "Rate limit exceeded for this endpoint. Try again later.");
  assert.ok(Number(error.headers["retry-after"]) > 0);
  await w.ok(path, { ownerEmail: "lin@example.com" }, { ip: "192.0.2.2" });
});

noRoundTrip(path, "Ids and tokens are made.");
