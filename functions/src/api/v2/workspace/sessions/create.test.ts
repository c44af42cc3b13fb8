import { expect, test } from "@jest/globals";
import { LINK_CODE_TTL, newLinkCode } from "#domain/sessions/store/link-codes";
import { beginSession, pageHeaders } from "#testing/harness/browser-session";
import { expectWithContext } from "#testing/harness/jest/context";
import { noRoundTrip } from "#testing/harness/properties/round-trip";
import { dump } from "#testing/harness/store/store-dump";
import { START, world } from "#testing/harness/world";

const path = "/v2/workspace/sessions/create";
const HOUR = 3_600_000;

noRoundTrip(path, "a session is returned whole and its secret is never shown again");

test("the secret is in a cookie that scripts, other sites and other paths can't use, and nowhere else", async () => {
  const w = await world();
  const { setCookie, reply } = await beginSession(w);
  expect(setCookie).toMatch(
    /^atrium-session=ws_\w+\.ses_\w{22}\.st_\w{49}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
  );
  const { csrfToken, ...data } = reply.body.result.data;
  expect(data).toStrictEqual({ workspaceId: w.tenant.workspaceId, readOnly: false, expiresAt: START + 2 * HOUR });
  expect(csrfToken).toMatch(/^csrf_\w{43}$/);
  const secret = /st_\w+/.exec(setCookie)?.[0] ?? "";
  for (const text of [
    JSON.stringify(reply.body),
    JSON.stringify(w.logged),
    JSON.stringify(await dump(w.context.store)),
  ])
    expect(text).not.toContain(secret);
});

test("over HTTPS the cookie is sent over HTTPS alone and can't be set by another host; in the cloud it has the name that hosting passes on", async () => {
  const w = await world();
  const secure = await beginSession(w, {}, { headers: { origin: "https://atrium.example.com" } });
  expect(secure.setCookie).toMatch(/^__Host-atrium-session=.*; Secure$/);
  expect((await w.ok("/v2/workspace/sessions/get", {}, secure)).data.workspaceId).toBe(w.tenant.workspaceId);
  const planted = { ...secure.headers, cookie: String(secure.headers.cookie).replace("__Host-", "") };
  expect((await w.request("/v2/workspace/sessions/get", {}, { headers: planted })).status).toBe(401);
  const cloud = await world({ settings: { sessionCookie: "__session" } });
  expect((await beginSession(cloud)).setCookie).toMatch(/^__session=.*; Secure$/);
});

test("each login starts a new session, whatever cookie the browser had before", async () => {
  const w = await world();
  const first = await beginSession(w);
  const second = await beginSession(w, {}, { headers: { cookie: String(first.headers.cookie) } });
  expect(second.setCookie).not.toBe(first.setCookie);
  expect(second.csrfToken).not.toBe(first.csrfToken);
});

test("the code from a link starts one session, within five minutes", async () => {
  const w = await world();
  const { workspaceId } = w.tenant;
  const issue = (readOnly = false) => newLinkCode(w.context.store, w.context.now(), { workspaceId, readOnly });
  const [code, late, reading] = [await issue(), await issue(), await issue(true)];
  const { reply } = await beginSession(w, { code });
  expect(reply.body.result.data).toMatchObject({ workspaceId, readOnly: false });
  expect((await beginSession(w, { code: reading })).reply.body.result.data.readOnly).toBe(true);
  const used = await w.fails(path, { code });
  expect([used.http, used.status]).toStrictEqual([401, "UNAUTHENTICATED"]);
  expect(used.message).toMatch(/`npx atrium console` prints a new one\.$/);
  w.advance(LINK_CODE_TTL);
  expect((await w.fails(path, { code: late })).message).toBe(used.message);
});

test("the code from a link to the demo starts no session, and the code stays valid", async () => {
  const w = await world();
  const code = await newLinkCode(w.context.store, w.context.now(), { host: "localhost" });
  const before = await dump(w.context.store);
  expect((await w.fails(path, { code })).status).toBe("UNAUTHENTICATED");
  expect(await dump(w.context.store)).toStrictEqual(before);
});

test("an unknown workspace and a wrong token get the same answer", async () => {
  const w = await world();
  const { workspaceId, workspaceToken, authToken } = w.tenant;
  for (const login of [
    { workspaceId: "ws_unknown", authToken: workspaceToken },
    { workspaceId: "../apiKeys", authToken: workspaceToken },
    { workspaceId, authToken: "wt_wrong" },
    { workspaceId, authToken },
  ]) {
    const { http, message } = await w.fails(path, login);
    expect([http, message]).toStrictEqual([401, "Invalid workspace id or auth token."]);
  }
});

test("either a code or the workspace's credentials are required", async () => {
  const w = await world();
  const { workspaceId, workspaceToken: authToken } = w.tenant;
  for (const data of [
    {},
    { workspaceId },
    { authToken },
    { code: "x", authToken },
    { code: "x", workspaceId, authToken },
  ])
    expectWithContext((await w.fails(path, data)).message, JSON.stringify(data)).toBe(
      "data.code or workspaceId and authToken are required, not both.",
    );
});

test("a form on another site can't start a session, because it can't send JSON", async () => {
  const w = await world();
  const raw = JSON.stringify({ data: { workspaceId: w.tenant.workspaceId, authToken: w.tenant.workspaceToken } });
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
    const headers = { ...pageHeaders, "sec-fetch-site": "cross-site", "content-type": type };
    const { status, headers: replyHeaders } = await w.request(path, {}, { raw, headers });
    expect([status, replyHeaders["set-cookie"]]).toStrictEqual([415, undefined]);
  }
});

test("attempts are limited per address, and beyond the limit even the right token has to wait", async () => {
  const w = await world({ rateLimits: { public: 3 } });
  for (let i = 0; i < 3; i++)
    await w.fails(path, { workspaceId: w.tenant.workspaceId, authToken: `wt_guess${i}` }, { ip: "192.0.2.1" });
  const login = { workspaceId: w.tenant.workspaceId, authToken: w.tenant.workspaceToken };
  expect((await w.fails(path, login, { ip: "192.0.2.1" })).status).toBe("RESOURCE_EXHAUSTED");
  await w.ok(path, login, { ip: "192.0.2.2" });
});
