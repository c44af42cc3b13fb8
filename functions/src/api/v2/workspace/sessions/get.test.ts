import { expect, test } from "@jest/globals";
import { sweep } from "#domain/sweep/jobs/sweep";
import { credentials } from "#domain/workspaces/store/credentials";
import { workspacePath } from "#domain/workspaces/store/workspaces";
import { hashSecret } from "#platform/crypto/secrets";
import { beginSession, pageHeaders } from "#testing/harness/browser-session";
import { expectWithContext } from "#testing/harness/jest/context";
import { dump } from "#testing/harness/store/store-dump";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/workspace/sessions/get";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function statusOf(w: World, headers: Record<string, string | undefined>) {
  return (await w.request(path, {}, { headers })).status;
}

test("a reloaded page gets the same CSRF token, and a call with a token in the headers has no session", async () => {
  const w = await world();
  const { headers, reply } = await beginSession(w);
  const { data } = await w.ok(path, {}, { headers: { ...headers, "x-service-csrf": undefined } });
  expect(data).toStrictEqual(reply.body.result.data);
  expect((await w.ok(path, {})).data).toStrictEqual({ workspaceId: w.tenant.workspaceId, readOnly: false });
});

test("a session ends after 2 hours without use, after 12 hours in any case, and the sweep deletes it", async () => {
  const w = await world();
  const { headers } = await beginSession(w);
  w.advance(2 * HOUR - 1);
  const { data } = await w.ok(path, {}, { headers });
  expect(data.expiresAt).toBe(START + 4 * HOUR - 1);
  for (let hours = 3.5; hours < 12; hours += 1.5) {
    w.advance(1.5 * HOUR);
    expect(await statusOf(w, headers)).toBe(200);
  }
  expect((await w.ok(path, {}, { headers })).data.expiresAt).toBe(START + 12 * HOUR);
  w.advance(12 * HOUR - (w.context.now() - START));
  const error = await w.fails(path, {}, { headers });
  expect([error.http, error.message]).toStrictEqual([401, "The session has ended."]);
  expect(error.details.hint).toMatch(/Log in again/);
  w.advance(1);
  await sweep(w.context);
  expect(Object.keys(await dump(w.context.store)).filter((each) => each.includes("/sessions/"))).toStrictEqual([]);

  const idle = await beginSession(w);
  w.advance(2 * HOUR);
  expect(await statusOf(w, idle.headers)).toBe(401);
});

test("a page whose browser has dropped the cookie is told that the session has ended, whatever it calls", async () => {
  const w = await world();
  const { headers } = await beginSession(w);
  const withoutCookie = { headers: { ...headers, cookie: undefined } };
  expect((await w.fails(path, {}, withoutCookie)).message).toBe("The session has ended.");
  expect((await w.fails("/v2/users/count/get", {}, withoutCookie)).message).toBe("The session has ended.");
});

test("the last use is written at most every five minutes, and counts for other processes too", async () => {
  const w = await world();
  const { headers } = await beginSession(w);
  const dumpStore = async () => JSON.stringify(await dump(w.context.store));
  const before = await dumpStore();
  w.advance(5 * MINUTE - 1);
  await w.ok(path, {}, { headers });
  expect(await dumpStore()).toBe(before);
  w.advance(1);
  await Promise.all([1, 2, 3].map(() => w.ok(path, {}, { headers })));
  expect(await dumpStore()).not.toBe(before);
});

test("a session ends when the workspace gets another token", async () => {
  const w = await world();
  const { headers } = await beginSession(w);
  const { workspaceId } = w.tenant;
  const data = { tokenHash: hashSecret("wt_other") };
  await w.context.store.commit([{ op: "update", path: workspacePath(workspaceId), data }]);
  credentials(w.context).forget("workspace", workspaceId);
  expect(await statusOf(w, headers)).toBe(401);
});

test("a wrong, changed, foreign or repeated cookie gives no session", async () => {
  const w = await world();
  const other = await w.newTenant();
  const { headers } = await beginSession(w);
  const cookie = String(headers.cookie);
  const [, sessionId = "", secret = ""] = cookie.split(".");
  const wrong = [
    `${cookie}x`,
    cookie.slice(0, -1),
    `atrium-session=${other.workspaceId}.${sessionId}.${secret}`,
    `atrium-session=${w.tenant.workspaceId}.${sessionId}.${w.tenant.workspaceToken}`,
    "atrium-session=../apiKeys.x.y",
    "atrium-session=__proto__",
    ...[`${cookie}; ${cookie}`, `${cookie}; atrium-session=x`, "", "other=1"],
  ];
  for (const each of wrong) expectWithContext(await statusOf(w, { ...headers, cookie: each }), each).toBe(401);
  expect(await statusOf(w, { ...headers, cookie: `theme=dark; ${cookie}; x=y` })).toBe(200);
});

test("only the server's own pages can call with a session: a request from another origin or site, or without one named by the browser, is refused", async () => {
  const w = await world();
  const { headers } = await beginSession(w);
  const from = (more: Record<string, string | undefined>) => statusOf(w, { ...headers, ...more });
  for (const site of ["cross-site", "same-site", "none"]) expect(await from({ "sec-fetch-site": site })).toBe(403);
  const old = { "sec-fetch-site": undefined };
  expect(await from(old)).toBe(200);
  for (const origin of [
    "http://evil.example",
    "http://localhost:8081",
    "http://evil.localhost:8080",
    "null",
    undefined,
  ])
    expectWithContext(await from({ ...old, origin }), String(origin)).toBe(403);
});

test("calls carry the CSRF token of the session; that of another session is refused", async () => {
  const w = await world();
  const [{ headers }, other] = [await beginSession(w), await beginSession(w)];
  const call = (csrf: string | undefined) =>
    w.request("/v2/workspace/apikeys/get", {}, { headers: { ...headers, "x-service-csrf": csrf } });
  for (const csrf of [undefined, "", "x", other.csrfToken]) {
    const { status, body } = await call(csrf);
    expect([status, body.error.status]).toStrictEqual([403, "PERMISSION_DENIED"]);
    expect(body.error.details.hint).toBe("POST /v2/workspace/sessions/get returns it.");
  }
  expect((await call(headers["x-service-csrf"])).status).toBe(200);
});

test("with the id of an API key of its workspace a session acts as that key; a key of another workspace is refused", async () => {
  const w = await world();
  const other = await w.newTenant();
  const { headers } = await beginSession(w);
  const data = { organizations: [{ organizationId: "acme" }] };
  await w.ok("/v2/organizations/add", data, { headers });
  expect((await w.ok("/v2/organizations/get", {})).data.length).toBe(1);
  for (const id of [other.apiKeyId, "ak_unknown", "../x"]) {
    const error = await w.fails("/v2/organizations/get", {}, { headers: { ...headers, "x-service-api-key": id } });
    expect([error.http, error.message]).toStrictEqual([401, "The workspace of the session has no such API key."]);
  }
  const without = { ...headers, "x-service-api-key": undefined };
  expect((await w.fails("/v2/organizations/get", {}, { headers: without })).message).toBe(
    "API key not found in headers.",
  );
});

test("a second cookie with the same name gets its own error, with or without the CSRF token, because logging in again does not help", async () => {
  const w = await world();
  const { headers } = await beginSession(w);
  const cookie = `${headers.cookie}; atrium-session=x`;
  for (const requestHeaders of [
    { ...headers, cookie },
    { ...pageHeaders, cookie },
  ]) {
    const { status, message, details } = await w.fails(path, {}, { headers: requestHeaders });
    expect([status, message]).toStrictEqual([
      "UNAUTHENTICATED",
      "The browser has sent two cookies named `atrium-session`.",
    ]);
    expect(details.hint).toMatch(/^Another server on this host, on any port, may have set one\. Delete /);
  }
});

test("a token in the headers takes precedence over the cookie, and the audit log names the session that made a change", async () => {
  const w = await world();
  const { headers } = await beginSession(w);
  const wrong = {
    ...headers,
    "x-service-workspace-id": w.tenant.workspaceId,
    "x-service-workspace-auth-token": "wt_x",
  };
  expect((await w.fails(path, {}, { headers: wrong })).message).toBe("Invalid auth token for workspace.");
  w.advance(1);
  await w.ok("/v2/workspace/domains/add", { domains: ["example.com"] }, { headers });
  const [record, begun] = (await w.ok("/v2/workspace/auditlog/get", {})).data;
  expect(begun).toMatchObject({ action: "session.create", actor: { type: "public" } });
  const [sessionId] = begun.targets.sessionId.ids;
  expect(record).toMatchObject({ action: "domain.add", actor: { type: "session", id: sessionId } });
  expect(String(headers.cookie)).toContain(sessionId);
});

test("each session has its own rate limit, which equals that of an API key", async () => {
  const w = await world({ rateLimits: { apiKey: 2, workspace: 1 } });
  const [one, two] = [await beginSession(w), await beginSession(w)];
  for (let i = 0; i < 2; i++) expect(await statusOf(w, one.headers)).toBe(200);
  expect(await statusOf(w, one.headers)).toBe(429);
  expect(await statusOf(w, two.headers)).toBe(200);
  expect(await statusOf(w, { ...pageHeaders, cookie: one.headers.cookie })).toBe(429);
});
