import { expect, test } from "@jest/globals";
import { beginSession } from "#testing/harness/browser-session";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/requests/get";

/** A world whose log is read in the way that a server's log is. */
async function loggingWorld(): Promise<World> {
  const w = await world();
  const lines = async () =>
    w.logged.map(({ fields, message }) => JSON.stringify({ time: "2026-01-05T09:00:00.000Z", ...fields, message }));
  Object.assign(w.context, { readLog: lines });
  return w;
}

async function requests(w: World, filter: object = {}, options = {}) {
  return (await w.ok(path, filter, options)).data.requests;
}

test("the latest requests show who called what, how it ended, how long it took and what it cost", async () => {
  const w = await loggingWorld();
  await w.fails("/v2/notifications/get", { organizationId: "acme" }, { token: await w.token("ada") });
  await w.fails("/v2/users/get", { organizationId: "lost" }, { headers: { "x-request-id": "req-lost" } });
  const [usersRequest, notificationsRequest] = await requests(w);
  expect(usersRequest).toMatchObject({
    requestId: "req-lost",
    method: "POST",
    path: "/v2/users/get",
    status: 404,
    apiKey: w.tenant.apiKeyId,
    error: { status: "NOT_FOUND" },
    ms: expect.any(Number),
    reads: expect.any(Number),
  });
  expect(notificationsRequest).toMatchObject({ path: "/v2/notifications/get", userId: "ada" });
});

test("requests are filtered by key, path, status, user, request id and time", async () => {
  const w = await loggingWorld();
  await w.ok("/v2/organizations/get", {});
  await w.fails("/v2/users/get", { organizationId: "lost" }, { headers: { "x-request-id": "req-lost" } });
  const paths = async (filter: object) => (await requests(w, filter)).map((one: { path: string }) => one.path);
  expect(await paths({ status: 404 })).toStrictEqual(["/v2/users/get"]);
  expect(await paths({ requestId: "req-lost" })).toStrictEqual(["/v2/users/get"]);
  expect(await paths({ path: "organizations" })).toStrictEqual(["/v2/organizations/get"]);
  expect(await paths({ apiKey: w.tenant.apiKeyId, limit: 1 })).toStrictEqual(["/v2/users/get"]);
  for (const none of [{ userId: "ada" }, { apiKey: "ak_other" }, { minMs: 100_000 }])
    expect(await paths(none)).toStrictEqual([]);
});

test("requests show whether a token, a session or a console made them, and can be filtered by it", async () => {
  const w = await loggingWorld();
  const { headers } = await beginSession(w);
  await w.ok("/v2/organizations/get", {}, { headers });
  await w.ok("/v2/organizations/get", {}, { headers: { "x-service-via": "console" } });
  await w.fails("/v2/notifications/get", { organizationId: "lost" }, { token: await w.token("ada") });
  await w.ok("/v2/workspace/get", {});
  const all = await requests(w);
  const ways = (some: { path: string; via: string }[]) => some.map((one) => `${one.path} ${one.via}`);
  const bySession = ["/v2/organizations/get session"];
  const byToken = ["/v2/workspace/get token", "/v2/notifications/get token"];
  expect(ways(all)).toStrictEqual([...byToken, "/v2/organizations/get console", ...bySession]);
  expect(ways(await requests(w, { via: "session" }))).toStrictEqual(bySession);
  expect(ways(await requests(w, { via: "token", limit: 4 }))).toStrictEqual([
    ...Array(2).fill(`${path} token`),
    ...byToken,
  ]);
});

test("another workspace sees none of them, and a server without a log says so", async () => {
  const w = await loggingWorld();
  await w.ok("/v2/organizations/get", {});
  expect(await requests(w, {}, { tenant: await w.newTenant() })).toStrictEqual([]);
  const { message, data } = await (await world()).ok(path, {});
  expect(data).toStrictEqual({ isKept: false, requests: [] });
  expect(message).toMatch(/Cloud Logging/);
});
