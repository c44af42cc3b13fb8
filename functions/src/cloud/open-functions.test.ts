import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { serveFunction } from "#testing/cloud/function-server";
import { caughtLog } from "#testing/cloud/log";
import { world } from "#testing/harness/world";
import type { CloudService, ServiceSource } from "./context.ts";
import { openFunctions } from "./open-functions.ts";

async function get(t: TestContext, name: "health" | "jwks", service: ServiceSource) {
  const server = await serveFunction(openFunctions(service)[name]);
  t.after(() => server.close());
  const reply = await fetch(server.url);
  return { status: reply.status, headers: reply.headers, body: JSON.parse(await reply.text()) };
}

const broken = () => Promise.reject(new Error("a secret is missing"));

test("anybody gets the public keys of user tokens, and no private part of them", async (t) => {
  const { context } = await world();
  const { status, headers, body } = await get(t, "jwks", async () => ({ context }) as CloudService);
  assert.deepEqual([status, headers.get("cache-control")], [200, "public, max-age=60"]);
  assert.deepEqual(body, context.userTokenKeys().jwks);
  assert.equal(body.keys.length, 1);
  assert.equal(body.keys[0]?.d, undefined);
});

test("where the service can't be opened the keys are answered with UNAVAILABLE, and the operator is told why", async (t) => {
  const lines = caughtLog(t);
  const { status, body } = await get(t, "jwks", broken);
  assert.deepEqual([status, body.error.status], [503, "UNAVAILABLE"]);
  assert.match(String(lines[0]?.stack_trace), /a secret is missing/);
});

test("a process says that it is there without a secret or a store", async (t) => {
  const { status, body } = await get(t, "health", broken);
  assert.equal(status, 200);
  assert.deepEqual([body.status, body.store], ["ok", "firestore"]);
});
