import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Endpoint } from "#http/endpoint";
import { serveFunction } from "#testing/cloud/function-server";
import { caughtLog } from "#testing/cloud/log";
import { type World, type WorldOptions, world } from "#testing/harness/world";
import type { CloudService, ServiceSource } from "./context.ts";
import { endpointFunction } from "./endpoint-function.ts";
import { endpointTable } from "./endpoint-table.ts";

const path = "/v2/users/add";
const users = { organizationId: "acme", users: [{ userId: "ada" }] };

/** A caller of the function of one endpoint. */
type Call = (
  data: unknown,
  options?: { at?: string; headers?: Record<string, string>; raw?: string },
) => Promise<Reply>;
interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
  body: any;
}

async function serve(t: TestContext, w: World, of: string, service: ServiceSource, entry = endpointTable[of]) {
  assert.ok(entry);
  const server = await serveFunction(endpointFunction(of, entry, { service, isOwn: false }));
  t.after(() => server.close());
  const call: Call = async (data, { at = "/", headers = {}, raw } = {}) => {
    const { tenant } = w;
    const reply = await fetch(`${server.url}${at}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-service-api-key": tenant.apiKeyId,
        "x-service-auth-token": tenant.authToken,
        ...headers,
      },
      body: raw ?? JSON.stringify({ data }),
    });
    return { status: reply.status, body: JSON.parse(await reply.text()) };
  };
  return call;
}

/** The function of the path over a world. */
async function open(t: TestContext, of = path, options?: WorldOptions) {
  const w = await world(options);
  const call = await serve(t, w, of, async () => ({ context: w.context }) as CloudService);
  return { w, call };
}

test("a function answers at its endpoint's path, and at its own address", async (t) => {
  const { w, call } = await open(t);
  for (const at of ["/", path]) {
    const { status, body } = await call(users, { at });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.result.status, "success");
  }
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme", userIds: ["ada"] });
  assert.equal(data.length, 1);
});

test("a function answers for its own endpoint alone", async (t) => {
  const { call } = await open(t);
  for (const at of ["/v2/users/get", "/v1/users/add", `${path}/`]) {
    const { status, body } = await call(users, { at });
    assert.deepEqual([status, body.error.status], [404, "NOT_FOUND"], at);
  }
});

test("whoever may invoke a function still needs credentials, and gets the errors of any other host", async (t) => {
  const { call } = await open(t);
  const refused = await call(users, { headers: { "x-service-auth-token": "wrong" } });
  assert.deepEqual([refused.status, refused.body.error.status], [401, "UNAUTHENTICATED"]);
  const wrong = await call({ users: [] });
  assert.deepEqual([wrong.status, wrong.body.error.status], [400, "INVALID_ARGUMENT"]);
});

test("a body above the endpoint's limit is refused, and one at the limit is taken", async (t) => {
  const w = await world();
  const small: Endpoint = { ...(await endpointTable[path]?.load())?.default, maxBytes: 200 } as Endpoint;
  const service = async () => ({ context: w.context }) as CloudService;
  const call = await serve(t, w, path, service, { load: async () => ({ default: small }) });
  const body = JSON.stringify({ data: users });
  assert.equal((await call(undefined, { raw: body.padEnd(200) })).status, 200);
  const { status, body: refused } = await call(undefined, { raw: body.padEnd(201) });
  assert.equal(status, 413);
  assert.match(refused.error.message, /200 bytes/);
});

test("the body counts as it was sent, not as it was parsed on the way", async (t) => {
  const { call } = await open(t);
  const { status, body } = await call(undefined, {
    raw: '{"data":{"organizationId":"acme","users":[{"__proto__":1}]}}',
  });
  assert.equal(status, 400);
  assert.match(body.error.message, /__proto__/);
});

test("callers are told apart by the last forwarded address: those before it are theirs to choose", async (t) => {
  const { call } = await open(t, "/v2/workspace/create", { rateLimits: { public: 1 } });
  const create = (forwarded: string) =>
    call({ ownerEmail: "grace@example.com", name: "Acme" }, { headers: { "x-forwarded-for": forwarded } });
  assert.notEqual((await create("198.51.100.1, 203.0.113.7")).status, 429);
  assert.equal((await create("198.51.100.2, 203.0.113.7")).status, 429);
  assert.notEqual((await create("198.51.100.2, 203.0.113.8")).status, 429);
});

test("a service that can't be opened answers UNAVAILABLE, tells the operator why, and is tried again with the next request", async (t) => {
  const lines = caughtLog(t);
  const w = await world();
  let isReady = false;
  const call = await serve(t, w, path, async () => {
    if (!isReady) throw new Error("a secret is missing");
    return { context: w.context } as CloudService;
  });
  const { status, body } = await call(users);
  assert.equal(status, 503);
  assert.deepEqual(body, {
    error: { status: "UNAVAILABLE", message: "The service is not set up completely. Ask its operator." },
  });
  assert.equal(lines.length, 1);
  assert.equal(lines[0]?.severity, "ERROR");
  assert.equal(lines[0]?.message, "the service can't be opened");
  assert.match(String(lines[0]?.stack_trace), /a secret is missing/);
  isReady = true;
  assert.equal((await call(users)).status, 200);
});
