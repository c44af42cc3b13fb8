import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { generateSigningKey } from "#domain/tokens/user-token";
import { serveFunction } from "#testing/cloud/function-server";
import { caughtLog } from "#testing/cloud/log";
import { type CloudService, openCloudService, openedOnce } from "./context.ts";
import { endpointFunction } from "./endpoint-function.ts";
import { endpointTable } from "./endpoint-table.ts";

/** What the cloud sets, here with SQLite in the place of Firestore. */
const environment = {
  GCLOUD_PROJECT: "demo-atrium",
  FUNCTIONS_EMULATOR: "true",
  HEADER_BRAND: "service",
  ATRIUM_STORE: "sqlite",
  ATRIUM_STORE_FILE: ":memory:",
  ATRIUM_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  ATRIUM_SIGNING_KEYS: JSON.stringify([await generateSigningKey("first")]),
};
const secretText = "correct-horse-battery-staple";

beforeEach(() => void Object.assign(process.env, environment));
afterEach(() => {
  for (const name of Object.keys(environment)) delete process.env[name];
});

test("what the functions share is opened with the first call, and once, however many come at the same time", async () => {
  const service = openedOnce(openCloudService);
  const [one, two] = await Promise.all([service(), service()]);
  assert.equal(one, two);
  assert.equal(await service(), one);
  assert.deepEqual(one.context.encryptionKey, Buffer.alloc(32, 7));
  assert.equal(one.context.userTokenKeys().kid, "first");
  assert.equal(one.context.queue, one.queue);
  await one.context.store.close();
});

test("a service that could not be opened is opened by the next call", async () => {
  let tries = 0;
  const opened = {} as CloudService;
  const service = openedOnce(async () => {
    tries++;
    if (tries === 1) throw new Error("not yet");
    return opened;
  });
  await assert.rejects(service(), /not yet/);
  assert.equal(await service(), opened);
  assert.equal(await service(), opened);
  assert.equal(tries, 2);
});

const broken: [what: string, name: keyof typeof environment, value: string | undefined][] = [
  ["an encryption key that is missing", "ATRIUM_ENCRYPTION_KEY", undefined],
  ["an encryption key that is no base64 of 32 bytes", "ATRIUM_ENCRYPTION_KEY", secretText],
  ["an encryption key that is one byte too long", "ATRIUM_ENCRYPTION_KEY", Buffer.alloc(33, 7).toString("base64")],
  ["signing keys that are missing", "ATRIUM_SIGNING_KEYS", undefined],
  ["signing keys that are no JSON", "ATRIUM_SIGNING_KEYS", `[${secretText}`],
  ["signing keys that are no list", "ATRIUM_SIGNING_KEYS", JSON.stringify({ d: secretText })],
  ["signing keys that are text", "ATRIUM_SIGNING_KEYS", JSON.stringify(secretText)],
  ["an empty list of signing keys", "ATRIUM_SIGNING_KEYS", "[]"],
  [
    "a signing key that is none",
    "ATRIUM_SIGNING_KEYS",
    JSON.stringify([{ kty: "OKP", crv: "Ed25519", d: secretText }]),
  ],
];

for (const [what, name, value] of broken)
  test(`${what}: callers are told nothing, the operator which secret it is, and nobody what is in it`, async (t) => {
    const lines = caughtLog(t);
    const service = openedOnce(openCloudService);
    const path = "/v2/users/get";
    const entry = endpointTable[path];
    assert.ok(entry);
    const server = await serveFunction(endpointFunction(path, entry, { service, isOwn: false }));
    t.after(() => server.close());
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
    const headers = {
      "content-type": "application/json",
      "x-service-api-key": "unknown",
      "x-service-auth-token": "unknown",
    };
    const ask = () => fetch(server.url, { method: "POST", headers, body: "{}" });
    const reply = await ask();
    assert.equal(reply.status, 503);
    assert.deepEqual(await reply.json(), {
      error: { status: "UNAVAILABLE", message: "The service is not set up completely. Ask its operator." },
    });
    const told = lines.find(({ message }) => message === "the service can't be opened");
    assert.equal(told?.severity, "ERROR");
    assert.ok(String(told?.stack_trace).includes(name), String(told?.stack_trace));
    assert.ok(!JSON.stringify(lines).includes(secretText));
    if (value) assert.ok(!JSON.stringify(lines).includes(value));
    process.env[name] = environment[name];
    assert.equal((await ask()).status, 401, "the next request opens it and is looked up");
    await (await service()).context.store.close();
  });
