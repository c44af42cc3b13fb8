import { expect, test } from "@jest/globals";
import { serveFunction } from "#testing/cloud/function-server";
import { caughtLog } from "#testing/cloud/log";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { ensure } from "#testing/harness/jest/ensure";
import { world } from "#testing/harness/world";
import type { CloudService, ServiceSource } from "./context.ts";
import { declaredFunction } from "./declared-function.ts";
import { endpointTable } from "./endpoint-table.ts";

async function get(path: string, service: ServiceSource, method = "GET") {
  const entry = endpointTable[path];
  ensure(entry);
  const server = await serveFunction(declaredFunction(path, entry, { service, isOwn: true }));
  onTestFinished(() => server.close());
  const reply = await fetch(server.url, { method });
  return { status: reply.status, headers: reply.headers, body: JSON.parse(await reply.text()) };
}

const broken = () => Promise.reject(new Error("a secret is missing"));

test("anybody can read the public keys of user tokens, but no private part of them", async () => {
  const { context } = await world();
  const { status, headers, body } = await get("/.well-known/jwks.json", async () => ({ context }) as CloudService);
  expect([status, headers.get("cache-control")]).toStrictEqual([200, "public, max-age=60"]);
  expect(body).toStrictEqual(context.userTokenKeys().jwks);
  expect(body.keys.length).toBe(1);
  expect(body.keys[0]?.d).toBeUndefined();
});

test("if the service can't be opened, the request for keys is answered with UNAVAILABLE and the log says why", async () => {
  const lines = caughtLog();
  const { status, body } = await get("/.well-known/jwks.json", broken);
  expect([status, body.error.status]).toStrictEqual([503, "UNAVAILABLE"]);
  expect(String(lines[0]?.stack_trace)).toMatch(/a secret is missing/);
});

test("health answers without a secret or a store", async () => {
  const { status, body } = await get("/health", broken);
  expect(status).toBe(200);
  expect([body.status, body.store]).toStrictEqual(["ok", "firestore"]);
});

test("an unsupported method is refused, and the reply lists the allowed ones", async () => {
  const { status, headers, body } = await get("/health", broken, "PUT");
  expect([status, headers.get("allow")]).toStrictEqual([405, "GET, HEAD"]);
  expect(body.error.message).toBe("The method must be GET or HEAD.");
});
