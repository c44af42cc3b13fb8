import { afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { generateSigningKey } from "#domain/tokens/user-token";
import { serveFunction } from "#testing/cloud/function-server";
import { caughtLog } from "#testing/cloud/log";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import { type CloudService, openCloudService, shareOpening } from "./context.ts";
import { declaredFunction } from "./declared-function.ts";
import { endpointTable } from "./endpoint-table.ts";

/** The environment of the cloud, with SQLite instead of Firestore. */
let environment: {
  GCLOUD_PROJECT: string;
  FUNCTIONS_EMULATOR: string;
  HEADER_BRAND: string;
  ATRIUM_STORE: string;
  ATRIUM_STORE_FILE: string;
  ATRIUM_ENCRYPTION_KEY: string;
  ATRIUM_SIGNING_KEYS: string;
};
beforeAll(async () => {
  environment = {
    GCLOUD_PROJECT: "demo-atrium",
    FUNCTIONS_EMULATOR: "true",
    HEADER_BRAND: "service",
    ATRIUM_STORE: "sqlite",
    ATRIUM_STORE_FILE: ":memory:",
    ATRIUM_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    ATRIUM_SIGNING_KEYS: JSON.stringify([await generateSigningKey("first")]),
  };
});
const secretText = "correct-horse-battery-staple";

beforeEach(() => void Object.assign(process.env, environment));
afterEach(() => {
  for (const name of Object.keys(environment)) delete process.env[name];
});

test("the shared context is opened by the first call, and once under concurrent calls", async () => {
  const service = shareOpening(openCloudService);
  const [one, two] = await Promise.all([service(), service()]);
  expect(one).toBe(two);
  expect(await service()).toBe(one);
  expect(one.context.encryptionKey).toStrictEqual(Buffer.alloc(32, 7));
  expect(one.context.userTokenKeys().kid).toBe("first");
  expect(one.context.queue).toBe(one.queue);
  await one.context.store.close();
});

test("a service that could not be opened is opened by the next call", async () => {
  let tries = 0;
  const opened = {} as CloudService;
  const service = shareOpening(async () => {
    tries++;
    if (tries === 1) throw new Error("not yet");
    return opened;
  });
  await expect(service()).rejects.toThrow(/not yet/);
  expect(await service()).toBe(opened);
  expect(await service()).toBe(opened);
  expect(tries).toBe(2);
});

const broken: [what: string, name: keyof typeof environment, value: string | undefined][] = [
  ["a missing encryption key", "ATRIUM_ENCRYPTION_KEY", undefined],
  ["an encryption key that is not base64 of 32 bytes", "ATRIUM_ENCRYPTION_KEY", secretText],
  ["an encryption key that is one byte too long", "ATRIUM_ENCRYPTION_KEY", Buffer.alloc(33, 7).toString("base64")],
  ["missing signing keys", "ATRIUM_SIGNING_KEYS", undefined],
  ["signing keys that are not JSON", "ATRIUM_SIGNING_KEYS", `[${secretText}`],
  ["signing keys that are not a list", "ATRIUM_SIGNING_KEYS", JSON.stringify({ d: secretText })],
  ["signing keys that are a string", "ATRIUM_SIGNING_KEYS", JSON.stringify(secretText)],
  ["an empty list of signing keys", "ATRIUM_SIGNING_KEYS", "[]"],
  [
    "a signing key that is not a key",
    "ATRIUM_SIGNING_KEYS",
    JSON.stringify([{ kty: "OKP", crv: "Ed25519", d: secretText }]),
  ],
];

for (const [what, name, value] of broken)
  test(`${what}: callers learn nothing, the log names the secret, and neither contains its value`, async () => {
    const lines = caughtLog();
    const service = shareOpening(openCloudService);
    const path = "/v2/users/get";
    const entry = endpointTable[path];
    ensure(entry);
    const server = await serveFunction(declaredFunction(path, entry, { service, isOwn: false }));
    onTestFinished(() => server.close());
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
    const headers = {
      "content-type": "application/json",
      "x-service-api-key": "unknown",
      "x-service-auth-token": "unknown",
    };
    const ask = () => fetch(server.url, { method: "POST", headers, body: "{}" });
    const reply = await ask();
    expect(reply.status).toBe(503);
    expect(await reply.json()).toStrictEqual({
      error: { status: "UNAVAILABLE", message: "The service is not fully configured. Ask its operator." },
    });
    const line = lines.find(({ message }) => message === "the service can't be opened");
    expect(line?.severity).toBe("ERROR");
    expectWithContext(String(line?.stack_trace), String(line?.stack_trace)).toContain(name);
    expect(JSON.stringify(lines)).not.toContain(secretText);
    if (value) expect(JSON.stringify(lines)).not.toContain(value);
    process.env[name] = environment[name];
    expectWithContext((await ask()).status, "the next request opens the service and checks the credentials").toBe(401);
    await (await service()).context.store.close();
  });
