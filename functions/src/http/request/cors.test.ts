import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import type { World } from "#testing/harness/world";

const path = "/v2/presence/get";
const place = { organizationId: "acme", documentId: "homepage" };
const origin = "https://app.example.com";
const asks = { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" };

/** A world whose key allows one domain and all subdomains of another. */
async function allowing(...domains: string[]): Promise<World> {
  const w = await exampleWorld();
  const { data } = await w.ok("/v2/workspace/domains/get", {});
  await w.ok("/v2/workspace/domains/delete", { domains: data.allowedDomains });
  if (domains.length > 0) await w.ok("/v2/workspace/domains/add", { domains });
  return w;
}

async function calls(w: World, from: string | undefined, changes: { token?: string; data?: object } = {}) {
  const { token = await w.token("ada"), data = place } = changes;
  return w.request(path, data, { token, headers: { origin: from } });
}

test("a preflight is answered for any origin at endpoints that accept user tokens, without a wildcard or credentials", async () => {
  const w = await exampleWorld();
  const { status, headers, body } = await w.request(path, {}, { method: "OPTIONS", headers: asks });
  expect([status, body]).toStrictEqual([204, undefined]);
  expect(headers["access-control-allow-origin"]).toBe(origin);
  expect(headers["access-control-allow-methods"]).toBe("POST");
  expect(String(headers["access-control-allow-headers"])).toMatch(/authorization, content-type, idempotency-key/);
  expect(headers.vary).toBe("origin");
  expect(headers["access-control-allow-credentials"]).toBeUndefined();
});

test("OPTIONS is refused at endpoints for servers and when it is not a preflight, and reveals nothing to pages", async () => {
  const w = await exampleWorld();
  const bare = { origin };
  for (const [at, headers] of [
    ["/v2/users/add", asks],
    ["/v2/workspace/get", asks],
    [path, bare],
  ] as const) {
    const refused = await w.fails(at, {}, { method: "OPTIONS", headers });
    expect(refused.http).toBe(405);
    expect(refused.headers["access-control-allow-origin"]).toBeUndefined();
  }
});

test("a page of an allowed domain can read replies, whatever its scheme and port; `*.` covers all subdomains", async () => {
  const w = await allowing("app.example.com", "*.example.org", "localhost");
  for (const from of [
    origin,
    "http://app.example.com:8080",
    "https://www.app.example.com",
    "https://a.example.org",
    "https://a.b.example.org",
    "http://localhost:5173",
  ]) {
    const { status, headers } = await calls(w, from);
    expect([status, headers["access-control-allow-origin"], headers.vary]).toStrictEqual([200, from, "origin"]);
    expect(String(headers["access-control-expose-headers"])).toMatch(/x-request-id, retry-after/);
  }
});

test("a page of an allowed domain can read which of its fields were ignored", async () => {
  const w = await allowing("app.example.com");
  const { headers } = await calls(w, origin, { data: { ...place, colour: 1 } });
  expect(headers["x-service-ignored-fields"]).toBe("colour");
  expect(String(headers["access-control-expose-headers"])).toContain("x-service-ignored-fields");
});

test("a page of any other origin is refused, can't read why, and has no effect", async () => {
  const w = await allowing("app.example.com", "*.example.org");
  for (const from of [
    "https://evil.example",
    "https://app.example.com.evil.example",
    "https://example.com",
    "https://xapp.example.com",
    "https://example.org",
    "https://evilexample.org",
    "http://localhost:5173",
    "http://127.0.0.1",
    "null",
    "app.example.com",
    "https://app.example.com/",
    "https://user@app.example.com",
    "file://app.example.com",
    "https://app.example.com, https://evil.example",
    "*",
  ]) {
    const { status, headers, body } = await calls(w, from);
    expectWithContext([status, body.error.status], from).toStrictEqual([403, "PERMISSION_DENIED"]);
    expect(body.error.message).toMatch(/is not among the allowed domains of the API key\.$/);
    expect([headers["access-control-allow-origin"], headers.vary]).toStrictEqual([undefined, "origin"]);
  }
});

test("a key without allowed domains serves no page, not even one of this machine, but serves programs without an origin", async () => {
  const w = await allowing();
  for (const from of [origin, "http://localhost:3000"]) expect((await calls(w, from)).status).toBe(403);
  const { status, headers } = await calls(w, undefined);
  expect([status, headers["access-control-allow-origin"], headers.vary]).toStrictEqual([200, undefined, "origin"]);
});

test("a page can read errors about an expired token, access and its input", async () => {
  const w = await allowing("app.example.com");
  const token = await w.token("ada");
  const missing = await calls(w, origin, { data: { ...place, documentId: "no-such" }, token });
  const invalid = await calls(w, origin, { data: {}, token });
  w.advance(49 * 60 * 60 * 1000);
  const expired = await calls(w, origin, { token });
  expect([missing.status, invalid.status, expired.status]).toStrictEqual([404, 400, 401]);
  for (const { headers } of [missing, invalid, expired]) expect(headers["access-control-allow-origin"]).toBe(origin);
});

test("a call with an API key carries no CORS headers, because keys belong on servers", async () => {
  const w = await allowing("app.example.com");
  const { status, headers } = await w.request(path, place, { headers: { origin } });
  expect([status, headers["access-control-allow-origin"]]).toStrictEqual([200, undefined]);
});

test("a removed domain is refused at once in this process, and within a minute elsewhere", async () => {
  const w = await allowing("app.example.com");
  expect((await calls(w, origin)).status).toBe(200);
  await w.ok("/v2/workspace/domains/delete", { domains: ["app.example.com"] });
  expect((await calls(w, origin)).status).toBe(403);
});
