import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { StoredAuditRecord } from "@atrium/functions/domain/audit/store/audit-log";
import { LINK_CODE_TTL } from "@atrium/functions/domain/sessions/store/link-codes";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { dump } from "@atrium/functions/testing/harness/store/store-dump";
import { expect, test } from "@jest/globals";
import { openSession, requestSession } from "../../testing/docs-session.ts";
import { servingDocs, servingSeededDocs } from "../../testing/seeded-docs.ts";
import { issueLinkCode } from "./link-codes.ts";

test("a code opens the demo, and its credentials are valid for calls", async () => {
  const { w, url } = await servingSeededDocs();
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
  expect(response.status).toBe(200);
  const { result } = (await response.json()) as { result: { data: { documentName: string }[] } };
  expect(result.data[0]?.documentName).toBe("Spring catalogue 2026");
});

test("the reply is not cached, and neither it nor the log contains the code", async () => {
  const { w, url } = await servingSeededDocs();
  const code = await issueLinkCode(w.context.store, w.context.now());
  const { headers, text } = await requestSession(url, code);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("access-control-allow-origin")).toBeNull();
  expect(w.logged.some(({ message }) => message === "documentation link used")).toBe(true);
  expect(`${text}${JSON.stringify(w.logged)}`).not.toContain(code);
});

test("a wrong, a used and an expired code get the same reply, which says how to get a new one", async () => {
  const { w, url } = await servingSeededDocs();
  const issue = () => issueLinkCode(w.context.store, w.context.now());
  const [used, expired] = [await issue(), await issue()];
  await openSession(url, used);
  const wrong = await requestSession(url, "0123456789ABCDEFGHIJKL");
  expect(wrong.status).toBe(401);
  expect(JSON.parse(wrong.text).error.status).toBe("UNAUTHENTICATED");
  expect(JSON.parse(wrong.text).error.message).toMatch(/`npx atrium open` prints a new one\./);
  expect(await statusAndText(requestSession(url, used))).toStrictEqual(await statusAndText(wrong));
  w.advance(LINK_CODE_TTL);
  expect(await statusAndText(requestSession(url, expired))).toStrictEqual(await statusAndText(wrong));
  expect(await statusAndText(requestSession(url, ""))).toStrictEqual(await statusAndText(wrong));
});

const statusAndText = async (reply: ReturnType<typeof requestSession> | Awaited<ReturnType<typeof requestSession>>) => {
  const { status, text } = await reply;
  return { status, text };
};

test("the reply to a wrong code names the command for the page that asked, and --url if the address may be wrong", async () => {
  const { url } = await servingSeededDocs();
  const refusal = async (page: unknown, host = "localhost") => {
    const { port } = new URL(url);
    const headers = { "content-type": "application/json", host };
    const data = { code: "bogus", page };
    const call = request({ port, path: "/docs/session", method: "POST", headers }).end(JSON.stringify({ data }));
    const [response] = await once(call, "response");
    return JSON.parse(await text(response)).error.message as string;
  };
  for (const [page, command] of [
    ["home", "npx atrium open home"],
    ["mail", "npx atrium open mail"],
    ["docs", "npx atrium open"],
    [{}, "npx atrium open"],
  ])
    expect(await refusal(page)).toBe(
      `This link is not valid: a link works once, for 5 minutes. \`${command}\` prints a new one.`,
    );
  expect(await refusal("mail", "atrium.example.com")).toMatch(/`npx atrium open mail` .* its option --url names\.$/);
});

test("another site whose name was pointed to this machine gets nothing, even with a valid code", async () => {
  const { w, url } = await servingSeededDocs();
  const { port } = new URL(url);
  const statusFor = async (host: string, code: string) => {
    const headers = { "content-type": "application/json", host };
    const call = request({ port, path: "/docs/session", method: "POST", headers }).end(
      JSON.stringify({ data: { code } }),
    );
    const [response] = await once(call, "response");
    response.resume();
    return response.statusCode;
  };
  const issue = (host?: string) => issueLinkCode(w.context.store, w.context.now(), host);
  expect(await statusFor(`evil.example:${port}`, await issue())).toBe(401);
  expect(await statusFor(`localhost:${port}`, await issue())).toBe(200);
  expect(await statusFor("atrium.example.com", await issue("atrium.example.com"))).toBe(200);
});

test("the audit log records who opened the demo, by address and request", async () => {
  const { w, url } = await servingSeededDocs();
  const { headers } = await requestSession(url, await issueLinkCode(w.context.store, w.context.now()));
  const paths = Object.keys(await dump(w.context.store)).filter((each) => each.includes("/auditLog/"));
  const records = await w.context.store.getMany<StoredAuditRecord>(paths);
  expect(records.find((record) => record?.data.action === "session.open")?.data).toMatchObject({
    actor: "operator",
    ip: "127.0.0.1",
    requestId: headers.get("x-request-id"),
  });
});

test("of concurrent exchanges exactly one gets the credentials", async () => {
  const { w, url } = await servingSeededDocs();
  const code = await issueLinkCode(w.context.store, w.context.now());
  const replies = await Promise.all(Array.from({ length: 10 }, () => requestSession(url, code)));
  expect(replies.map(({ status }) => status).sort()).toStrictEqual([200, ...Array(9).fill(401)]);
});

test("requests that a page of another site can send do not use up the limit of its reader's address", async () => {
  const { w, url } = await servingSeededDocs({ rateLimits: { public: 1 } });
  for (const path of ["/docs/session", "/demo/session", "/docs/session"])
    expect((await fetch(`${url}${path}`, { method: "POST", body: "{}" })).status).toBe(415);
  await openSession(url, await issueLinkCode(w.context.store, w.context.now()));
});

test("guesses are limited per address, and beyond the limit even the correct code has to wait", async () => {
  const { w, url } = await servingSeededDocs({ rateLimits: { public: 3 } });
  const code = await issueLinkCode(w.context.store, w.context.now());
  for (let i = 0; i < 3; i++) expect((await requestSession(url, `guess ${i}`)).status).toBe(401);
  const { status, headers, text } = await requestSession(url, code);
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(JSON.parse(text).error.status).toBe("RESOURCE_EXHAUSTED");
});

test("text that is not a code is refused in the error envelope, and a large body is refused unread", async () => {
  const { url } = await servingSeededDocs();
  const send = async (init: RequestInit) => {
    const response = await fetch(`${url}/docs/session`, { method: "POST", ...init });
    return [response.status, ((await response.json()) as { error: { status: string } }).error.status];
  };
  const headers = { "content-type": "application/json" };
  for (const body of ["", "{", "[]", '{"data":null}', '{"data":{}}', '{"data":{"code":1}}'])
    expectWithContext(await send({ headers, body }), body).toStrictEqual([400, "INVALID_ARGUMENT"]);
  expect(await send({ headers, body: `"${"x".repeat(100_000)}"` })).toStrictEqual([413, "INVALID_ARGUMENT"]);
  // A form on another site can send this without a preflight.
  expect(await send({ body: '{"data":{"code":"x"}}' })).toStrictEqual([415, "INVALID_ARGUMENT"]);
});

test("without a demo a code opens nothing", async () => {
  const { w, url } = await servingDocs();
  const { status, text } = await requestSession(url, await issueLinkCode(w.context.store, w.context.now()));
  expect([status, JSON.parse(text).error.status]).toStrictEqual([404, "NOT_FOUND"]);
});
