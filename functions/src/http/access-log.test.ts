import { expect, test } from "@jest/globals";
import { ReadableMetrics } from "#testing/harness/read-metrics";
import { type World, world } from "#testing/harness/world";

const lineOf = (w: World) => w.logged.findLast(({ message }) => message === "request")?.fields;

async function seeded(options?: Parameters<typeof world>[0]) {
  const w = await world(options);
  const place = { organizationId: "acme", documentId: "d" };
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [{ userId: "ada" }] });
  return { w, place };
}

test("the log line of a request has endpoint, status, API key, user, bytes and cost", async () => {
  const { w, place } = await seeded();
  const { apiKeyId } = w.tenant;
  const token = await w.token("ada");
  await w.ok("/v2/presence/get", place, { token, headers: { "x-request-id": "mine" }, ip: "192.0.2.7" });
  expect(lineOf(w)).toStrictEqual({
    requestId: "mine",
    method: "POST",
    path: "/v2/presence/get",
    status: 200,
    ip: "192.0.2.7",
    ms: expect.any(Number),
    bytes: expect.any(Number),
    apiKeyId,
    userId: "ada",
    workspaceId: undefined,
    reads: expect.any(Number),
    writes: 0,
    trips: expect.any(Number),
  });
  expect(Number(lineOf(w)?.reads)).toBeGreaterThan(0);
  await w.ok("/v2/workspace/get", {});
  expect(lineOf(w)).toMatchObject({ workspaceId: w.tenant.workspaceId, apiKeyId: undefined, userId: undefined });
});

test("the logged bytes are the size of the reply as it is sent", async () => {
  const { w } = await seeded();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "é", name: "Zoë 😀" }] });
  const { status, body } = await w.request("/v2/users/get", { organizationId: "acme", userIds: ["é"] });
  expect([status, lineOf(w)?.bytes]).toStrictEqual([200, Buffer.byteLength(JSON.stringify(body))]);
});

test("a request refused by the rate limit is logged with its API key, and one with a wrong token without an API key", async () => {
  const { w } = await seeded({ rateLimits: { apiKey: 1 } });
  expect((await w.request("/v2/users/get", {})).status).toBe(429);
  expect(lineOf(w)?.apiKeyId).toBe(w.tenant.apiKeyId);
  await w.request("/v2/users/get", {}, { headers: { "x-service-auth-token": "at_guess" } });
  expect(lineOf(w)).toMatchObject({ status: 401, apiKeyId: undefined });
});

test("neither a request's secrets nor an unknown path is in any log line", async () => {
  const { w, place } = await seeded();
  const token = await w.token("ada");
  await w.ok("/v2/presence/get", place, { token });
  await w.request("/v2/confidential", place);
  await w.request("/v2/users/get", { organizationId: "confidential" });
  const text = JSON.stringify(w.logged);
  for (const secret of [token, w.tenant.authToken, w.tenant.workspaceToken, "confidential"])
    expect(text).not.toContain(secret);
  expect(w.logged.filter(({ fields }) => fields.path === "unknown")).toHaveLength(1);
});

test("the log line of a refused request has the error that its caller received, without secrets quoted in it", async () => {
  const { w } = await seeded();
  const { body } = await w.request("/v2/users/get", { organizationId: "nowhere" });
  expect(lineOf(w)?.error).toStrictEqual({ status: "NOT_FOUND", message: body.error.message });
  const types = ["at_0123456789abcdefghijkl", "eyJhbGciOi.eyJzdWIi.c2ln"];
  await w.request("/v2/workspace/advancedwebhook/endpoints/create", { url: "https://a.example", filterTypes: types });
  expect(lineOf(w)?.error).toMatchObject({ status: "INVALID_ARGUMENT", message: expect.stringContaining("[secret]") });
  for (const secret of types) expect(JSON.stringify(w.logged)).not.toContain(secret);
  await w.ok("/v2/users/get", { organizationId: "acme" });
  expect(lineOf(w)).not.toHaveProperty("error");
});

test("requests are counted by endpoint and status, with their duration, and by API key", async () => {
  const metrics = new ReadableMetrics();
  const { w } = await seeded({ metrics });
  await w.request("/v2/users/get", { organizationId: "nowhere" });
  await w.request("/v2/nowhere", {});
  expect(await metrics.read("atrium_requests_total")).toStrictEqual({
    "path=/v2/users/add,status=200": 1,
    "path=/v2/users/get,status=404": 1,
    "path=unknown,status=404": 1,
  });
  const times = await metrics.read("atrium_request_duration_seconds");
  expect(times["path=/v2/users/add_count"]).toBe(1);
  const keys = await metrics.read("atrium_api_key_requests_total");
  expect(keys).toStrictEqual({ [`api_key=${w.tenant.apiKeyId}`]: 2, "api_key=other": 0 });
  const lookups = await metrics.read("atrium_cache_lookups_total");
  expect(lookups["cache=credentials,result=miss"]).toBe(1);
  expect(lookups["cache=credentials,result=hit"]).toBe(1);
});
