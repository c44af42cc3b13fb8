import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession, requestSession } from "../../testing/docs-session.ts";
import { servingDocs, servingSeededDocs } from "../../testing/seeded-docs.ts";
import { issueLinkCode, LINK_CODE_TTL } from "./link-codes.ts";

test("a code opens the demo: its credentials are good for calls", async (t) => {
  const { w, url } = await servingSeededDocs(t);
  const { credentials, names } = await openSession(url, await issueLinkCode(w.context.store, w.context.now()));
  const response = await fetch(`${url}/v2/organizations/documents/get`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-service-api-key": String(credentials.apiKey),
      "x-service-auth-token": String(credentials.authToken),
    },
    body: JSON.stringify({ data: { organizationId: names.acme, documentIds: [names.homepage] } }),
  });
  assert.equal(response.status, 200);
  const { result } = (await response.json()) as { result: { data: { documentName: string }[] } };
  assert.equal(result.data[0]?.documentName, "Spring catalogue 2026");
});

test("the reply is not kept by anybody, and neither it nor the log tells the code", async (t) => {
  const { w, url } = await servingSeededDocs(t);
  const code = await issueLinkCode(w.context.store, w.context.now());
  const { headers, text } = await requestSession(url, code);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("access-control-allow-origin"), null);
  assert.ok(w.logged.some(({ message }) => message === "documentation link used"));
  assert.ok(!`${text}${JSON.stringify(w.logged)}`.includes(code));
});

test("a wrong, a used and an expired code get the same answer, which says how to get a new one", async (t) => {
  const { w, url } = await servingSeededDocs(t);
  const issue = () => issueLinkCode(w.context.store, w.context.now());
  const [used, expired] = [await issue(), await issue()];
  await openSession(url, used);
  const wrong = await requestSession(url, "0123456789ABCDEFGHIJKL");
  assert.equal(wrong.status, 401);
  assert.equal(JSON.parse(wrong.text).error.status, "UNAUTHENTICATED");
  assert.match(JSON.parse(wrong.text).error.message, /`npx atrium open` prints a new one\./);
  assert.deepEqual(await shown(requestSession(url, used)), await shown(wrong));
  w.advance(LINK_CODE_TTL);
  assert.deepEqual(await shown(requestSession(url, expired)), await shown(wrong));
  assert.deepEqual(await shown(requestSession(url, "")), await shown(wrong));
});

const shown = async (reply: ReturnType<typeof requestSession> | Awaited<ReturnType<typeof requestSession>>) => {
  const { status, text } = await reply;
  return { status, text };
};

test("of exchanges at once exactly one gets the credentials", async (t) => {
  const { w, url } = await servingSeededDocs(t);
  const code = await issueLinkCode(w.context.store, w.context.now());
  const replies = await Promise.all(Array.from({ length: 10 }, () => requestSession(url, code)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(9).fill(401)]);
});

test("guesses are limited for each address: beyond the limit even the right code has to wait", async (t) => {
  const { w, url } = await servingSeededDocs(t, { rateLimits: { public: 3 } });
  const code = await issueLinkCode(w.context.store, w.context.now());
  for (let i = 0; i < 3; i++) assert.equal((await requestSession(url, `guess ${i}`)).status, 401);
  const { status, headers, text } = await requestSession(url, code);
  assert.equal(status, 429);
  assert.ok(Number(headers.get("retry-after")) > 0);
  assert.equal(JSON.parse(text).error.status, "RESOURCE_EXHAUSTED");
});

test("what is no code is refused in the error envelope, and a large body unread", async (t) => {
  const { url } = await servingSeededDocs(t);
  const send = async (init: RequestInit) => {
    const response = await fetch(`${url}/docs/session`, { method: "POST", ...init });
    return [response.status, ((await response.json()) as { error: { status: string } }).error.status];
  };
  const headers = { "content-type": "application/json" };
  for (const body of ["", "{", "[]", '{"data":null}', '{"data":{}}', '{"data":{"code":1}}'])
    assert.deepEqual(await send({ headers, body }), [400, "INVALID_ARGUMENT"], body);
  assert.deepEqual(await send({ headers, body: `"${"x".repeat(100_000)}"` }), [413, "INVALID_ARGUMENT"]);
  // A form of another site can send this without the browser's question.
  assert.deepEqual(await send({ body: '{"data":{"code":"x"}}' }), [415, "INVALID_ARGUMENT"]);
});

test("where there is no demo, a code opens nothing", async (t) => {
  const { w, url } = await servingDocs(t);
  const { status, text } = await requestSession(url, await issueLinkCode(w.context.store, w.context.now()));
  assert.deepEqual([status, JSON.parse(text).error.status], [404, "NOT_FOUND"]);
});
