import { expect, test } from "@jest/globals";
import type { CallEndpoint } from "#http/endpoint";
import { serveFunction } from "#testing/cloud/function-server";
import { caughtLog } from "#testing/cloud/log";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import { type World, type WorldOptions, world } from "#testing/harness/world";
import type { CloudService, ServiceSource } from "./context.ts";
import { declaredFunction } from "./declared-function.ts";
import { endpointTable } from "./endpoint-table.ts";

const path = "/v2/users/add";
const users = { organizationId: "acme", users: [{ userId: "ada" }] };

/** Calls the function of one endpoint. */
type Call = (
  data: unknown,
  options?: { at?: string; headers?: Record<string, string>; raw?: string },
) => Promise<Reply>;
interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape.
  body: any;
}

async function serve(w: World, of: string, service: ServiceSource, entry = endpointTable[of]) {
  ensure(entry);
  const server = await serveFunction(declaredFunction(of, entry, { service, isOwn: false }));
  onTestFinished(() => server.close());
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

/** Serves the function of a path over a world. */
async function open(of = path, options?: WorldOptions) {
  const w = await world(options);
  const call = await serve(w, of, async () => ({ context: w.context }) as CloudService);
  return { w, call };
}

test("a function answers at its endpoint's path, and at its own address", async () => {
  const { w, call } = await open();
  for (const at of ["/", path]) {
    const { status, body } = await call(users, { at });
    expectWithContext(status, JSON.stringify(body)).toBe(200);
    expect(body.result.status).toBe("success");
  }
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme", userIds: ["ada"] });
  expect(data.length).toBe(1);
});

test("a function answers only for its own endpoint", async () => {
  const { call } = await open();
  for (const at of ["/v2/users/get", "/v1/users/add", `${path}/`]) {
    const { status, body } = await call(users, { at });
    expectWithContext([status, body.error.status], at).toStrictEqual([404, "NOT_FOUND"]);
  }
});

test("a caller that may invoke a function still needs credentials, and gets the same errors as on any host", async () => {
  const { call } = await open();
  const refused = await call(users, { headers: { "x-service-auth-token": "wrong" } });
  expect([refused.status, refused.body.error.status]).toStrictEqual([401, "UNAUTHENTICATED"]);
  const wrong = await call({ users: [] });
  expect([wrong.status, wrong.body.error.status]).toStrictEqual([400, "INVALID_ARGUMENT"]);
});

test("a body above the endpoint's limit is refused, and one at the limit is accepted", async () => {
  const w = await world();
  const small: CallEndpoint = { ...(await endpointTable[path]?.load())?.default, maxBytes: 200 } as CallEndpoint;
  const service = async () => ({ context: w.context }) as CloudService;
  const call = await serve(w, path, service, { kind: "call", load: async () => ({ default: small }) });
  const body = JSON.stringify({ data: users });
  expect((await call(undefined, { raw: body.padEnd(200) })).status).toBe(200);
  const { status, body: refused } = await call(undefined, { raw: body.padEnd(201) });
  expect(status).toBe(413);
  expect(refused.error.message).toMatch(/200 bytes/);
});

test("the log counts the bytes of the body as sent", async () => {
  const { call } = await open();
  const { status, body } = await call(undefined, {
    raw: '{"data":{"organizationId":"acme","users":[{"__proto__":1}]}}',
  });
  expect(status).toBe(400);
  expect(body.error.message).toMatch(/__proto__/);
});

test("callers are distinguished by the last forwarded address, because they can forge those before it", async () => {
  const { call } = await open("/v2/workspace/create", { rateLimits: { public: 1 } });
  const create = (forwarded: string) =>
    call({ ownerEmail: "grace@example.com", name: "Acme" }, { headers: { "x-forwarded-for": forwarded } });
  expect((await create("198.51.100.1, 203.0.113.7")).status).not.toBe(429);
  expect((await create("198.51.100.2, 203.0.113.7")).status).toBe(429);
  expect((await create("198.51.100.2, 203.0.113.8")).status).not.toBe(429);
});

test("when the service can't be opened the reply is UNAVAILABLE, the log says why, and the next request opens it again", async () => {
  const lines = caughtLog();
  const w = await world();
  let isReady = false;
  const call = await serve(w, path, async () => {
    if (!isReady) throw new Error("a secret is missing");
    return { context: w.context } as CloudService;
  });
  const { status, body } = await call(users);
  expect(status).toBe(503);
  expect(body).toStrictEqual({
    error: { status: "UNAVAILABLE", message: "The service is not fully configured. Ask its operator." },
  });
  expect(lines.length).toBe(1);
  expect(lines[0]?.severity).toBe("ERROR");
  expect(lines[0]?.message).toBe("the service can't be opened");
  expect(String(lines[0]?.stack_trace)).toMatch(/a secret is missing/);
  isReady = true;
  expect((await call(users)).status).toBe(200);
});
