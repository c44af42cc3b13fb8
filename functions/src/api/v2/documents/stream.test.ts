import { expect, test } from "@jest/globals";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { quietStreamWorld, type StreamOptions, type StreamWorld } from "#testing/harness/streams";
import { credentialHeaders } from "#testing/harness/world";

/** A request that must be refused: its status, code and message. */
async function refusal(s: StreamWorld, userId: string | undefined, options?: StreamOptions) {
  const { status, body } = await s.ask(userId, options);
  return [status, body?.error?.status, body?.error?.message];
}

test("without a valid user token no stream opens, whatever else is sent", async () => {
  const s = await quietStreamWorld();
  const token = await s.w.token("ada");
  const apiKey = credentialHeaders(s.w.tenant);
  const none =
    "A stream needs a user token: `Authorization: Bearer <user token>`. Servers receive events through webhooks.";
  expect(await refusal(s, undefined)).toStrictEqual([401, "UNAUTHENTICATED", none]);
  expect(await refusal(s, undefined, { headers: apiKey })).toStrictEqual([401, "UNAUTHENTICATED", none]);
  const basic = { authorization: "Basic YTpi" };
  expect(await refusal(s, undefined, { headers: basic })).toStrictEqual([401, "UNAUTHENTICATED", none]);
  expect((await refusal(s, undefined, { token, headers: apiKey })).slice(0, 2)).toStrictEqual([
    400,
    "INVALID_ARGUMENT",
  ]);
  const wrong = `${token.slice(0, -8)}AAAAAAAA`;
  expect((await refusal(s, undefined, { token: wrong })).slice(0, 2)).toStrictEqual([401, "UNAUTHENTICATED"]);
  const twice = { authorization: [`Bearer ${token}`, `Bearer ${token}`] };
  expect((await refusal(s, undefined, { headers: twice })).slice(0, 2)).toStrictEqual([401, "UNAUTHENTICATED"]);
  const { headers } = await s.ask(undefined);
  expect(headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
  s.w.advance(49 * 3600 * 1000);
  expect((await refusal(s, undefined, { token }))[2]).toStrictEqual("The user token has expired.");
});

test("a token in the address is refused, valid or not, because addresses are logged", async () => {
  const s = await quietStreamWorld();
  const token = await s.w.token("ada");
  for (const name of ["token", "access_token", "Authorization"]) {
    const query = `organizationId=acme&documentId=homepage&${name}=${token}`;
    const [status, code, message] = await refusal(s, undefined, { query });
    expect([status, code]).toStrictEqual([400, "INVALID_ARGUMENT"]);
    expect(message).toMatch(/^Send the user token in the Authorization header/);
    expect((await s.ask("ada", { query })).status).toBe(400);
  }
});

test("parameters are checked after the credentials, and errors name them", async () => {
  const s = await quietStreamWorld();
  for (const [query, message] of [
    ["", "query.organizationId is required."],
    ["organizationId=acme", "query.documentId is required."],
    ["organizationId=acme&documentId=", "query.documentId must not be empty."],
    ["organizationId=acme&documentId=homepage&documentId=plan", "query.documentId must be given once."],
    ["organizationId=acme&documentId=a&__proto__=x&documentId=a", "query.documentId must be given once."],
  ] as const) {
    expect(await refusal(s, "ada", { query })).toStrictEqual([400, "INVALID_ARGUMENT", message]);
    expect((await s.ask(undefined, { query })).status).toBe(401);
  }
  expect((await s.ask("ada", { query: "organizationId=acme&documentId=homepage&trace=1" })).status).toBe(200);
});

test("a document that is missing, or that the user may not read, does not stream", async () => {
  const s = await quietStreamWorld();
  const gone = [404, "NOT_FOUND", "Document does not exist."];
  expect(await refusal(s, "ada", { documentId: "nowhere" })).toStrictEqual(gone);
  expect(await refusal(s, "ada", { organizationId: "nowhere" })).toStrictEqual(gone);
  const documents = [{ documentId: "homepage", accessType: "organizationPrivate" }];
  await s.w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents });
  const { status, body } = await s.ask("eve");
  expect([status, body.error.status]).toStrictEqual([403, "PERMISSION_DENIED"]);
  expect(body.error.details.access).toMatch(/^denied: access type organizationPrivate/);
  const tenant = await s.w.newTenant();
  expect(await refusal(s, "ada", { tenant, isAdmin: true })).toStrictEqual(gone);
});

test("no method but GET opens a stream", async () => {
  const s = await quietStreamWorld();
  for (const method of ["POST", "PUT", "DELETE", "HEAD", "OPTIONS"]) {
    const { status, headers } = await s.ask("ada", { method });
    expectWithContext([status, headers.allow], method).toStrictEqual([405, "GET"]);
  }
});

test("a client that does not accept server-sent events gets an error that says so", async () => {
  const s = await quietStreamWorld();
  expect((await s.ask("ada", { headers: { accept: "application/json" } })).status).toBe(406);
  for (const accept of ["*/*", "text/event-stream", "application/json, text/*;q=0.5"]) {
    const { status, headers } = await s.ask("ada", { headers: { accept } });
    expect([status, headers["content-type"]]).toStrictEqual([200, "text/event-stream; charset=utf-8"]);
    expect([headers["cache-control"], headers["x-accel-buffering"]]).toStrictEqual(["no-store, no-transform", "no"]);
  }
});

test("pages of allowed origins may stream, after a preflight that names GET and Last-Event-ID; others may not", async () => {
  const s = await quietStreamWorld();
  const origin = "https://app.example.com";
  const asks = { origin, "access-control-request-method": "GET" };
  const preflight = await s.ask(undefined, { method: "OPTIONS", headers: asks });
  expect(preflight.status).toBe(204);
  expect(preflight.headers["access-control-allow-methods"]).toBe("GET");
  expect(preflight.headers["access-control-allow-headers"] ?? "").toMatch(/authorization, .*last-event-id/);
  const refused = await s.ask("ada", { headers: { origin } });
  expect([refused.status, refused.headers["access-control-allow-origin"]]).toStrictEqual([403, undefined]);
  await s.w.ok("/v2/workspace/domains/add", { domains: ["app.example.com"] });
  const { status, headers } = await s.ask("ada", { headers: { origin } });
  expect([status, headers["access-control-allow-origin"], headers.vary]).toStrictEqual([200, origin, "origin"]);
});

test("a request for a stream counts like any other call of its user", async () => {
  const s = await quietStreamWorld({ rateLimits: { user: 2 } });
  await s.open("ada");
  await s.open("ada");
  const [status, code] = await refusal(s, "ada");
  expect([status, code]).toStrictEqual([429, "RESOURCE_EXHAUSTED"]);
  expect((await s.ask("lin")).status).toBe(200);
});

const noLimits = { perKey: 0, perUser: 0, perAddress: 0, perProcess: 0 };

test("open streams are limited per API key, per address and per process", async () => {
  for (const limit of [{ perKey: 2 }, { perAddress: 2 }, { perProcess: 2 }]) {
    const s = await quietStreamWorld({ settings: { streams: { ...noLimits, ...limit } } });
    const first = await s.open("ada");
    await s.open("lin");
    const { status, headers, body } = await s.ask("ada");
    expect([status, body.error.status, headers["retry-after"]]).toStrictEqual([429, "RESOURCE_EXHAUSTED", "30"]);
    first.leave();
    expect((await s.ask("ada")).status).toBe(200);
  }
});

test("a user at its limit of streams is refused more, and other users are not", async () => {
  const s = await quietStreamWorld({ settings: { streams: { ...noLimits, perUser: 2 } } });
  const first = await s.open("ada");
  await s.open("ada");
  const { status, headers, body } = await s.ask("ada");
  const message = "Too many streams of this user are open. Close one, or try again later.";
  expect([status, body.error.status, body.error.message]).toStrictEqual([429, "RESOURCE_EXHAUSTED", message]);
  expect(headers["retry-after"]).toBe("30");
  await s.open("lin");
  first.leave();
  expect((await s.ask("ada")).status).toBe(200);
});

test("an address at its limit of streams does not block other addresses", async () => {
  const s = await quietStreamWorld({ settings: { streams: { ...noLimits, perAddress: 1 } } });
  await s.open("ada", { ip: "192.0.2.1" });
  expect((await s.ask("lin", { ip: "192.0.2.1" })).status).toBe(429);
  expect((await s.ask("lin", { ip: "192.0.2.2" })).status).toBe(200);
  // Whoever has one address of IPv6 has the whole /64 block.
  await s.open("ada", { ip: "2001:db8::1" });
  expect((await s.ask("lin", { ip: "2001:db8::2" })).status).toBe(429);
  expect((await s.ask("lin", { ip: "2001:db8:0:1::1" })).status).toBe(200);
});

test("data that requires advanced queries is not streamed while the API key has them disabled", async () => {
  const s = await quietStreamWorld();
  await setFeatures(s.w, s.w.tenant, { ...allFeatures, advancedQueries: false });
  expect((await refusal(s, "ada")).slice(0, 2)).toStrictEqual([400, "FAILED_PRECONDITION"]);
});
