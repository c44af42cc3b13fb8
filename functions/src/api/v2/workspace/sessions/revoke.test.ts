import { expect, test } from "@jest/globals";
import { beginSession } from "#testing/harness/browser-session";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/sessions/revoke";
const get = "/v2/workspace/sessions/get";

test("a session can end itself, which removes its cookie, even if it is read-only", async () => {
  const w = await world();
  for (const readOnly of [false, true]) {
    const { headers } = await beginSession(w, { readOnly });
    const other = await beginSession(w);
    const { status, headers: replyHeaders } = await w.request(path, {}, { headers });
    expect([status, replyHeaders["set-cookie"]]).toStrictEqual([
      200,
      "atrium-session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0",
    ]);
    expect((await w.request(get, {}, { headers })).status).toBe(401);
    expect((await w.request(get, {}, other)).status).toBe(200);
  }
});

test("the workspace can end one of its sessions by the id in the audit log, and doing so twice is not an error", async () => {
  const w = await world();
  const { headers } = await beginSession(w);
  const [{ targets }] = (await w.ok("/v2/workspace/auditlog/get", { action: "session.create" })).data;
  const [sessionId] = targets.sessionId.ids;
  await w.request(path, { sessionId }, { tenant: await w.newTenant() });
  expect((await w.request(get, {}, { headers })).status).toBe(200);
  for (let i = 0; i < 2; i++) await w.ok(path, { sessionId });
  expect((await w.request(get, {}, { headers })).status).toBe(401);
  expect((await w.ok("/v2/workspace/auditlog/get", { action: "session.revoke" })).data.length).toBe(1);
});

test("a read-only session can't end another, and without a session the id is required", async () => {
  const w = await world();
  const { headers } = await beginSession(w, { readOnly: true });
  const sessionId = "ses_EXAMPLEexampleEXAMPLE1";
  expect((await w.fails(path, { sessionId }, { headers })).message).toBe(
    "A read-only session can't end other sessions.",
  );
  expect(await w.fails(path, {})).toMatchObject({
    status: "FAILED_PRECONDITION",
    message: "This call is not made by a session: name the session to end in data.sessionId.",
  });
});
