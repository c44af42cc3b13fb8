import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { apiKeyPath } from "@atrium/functions/domain/workspaces/store/api-keys";
import { firestoreStore } from "@atrium/functions/store/firestore/adapter";
import { tree } from "@atrium/functions/store/tree";
import { testFirestore } from "@atrium/functions/testing/firestore/memory";
import { javaVersion } from "../scripts/emulators/firestore-needs.ts";
import { parseOptions } from "../scripts/emulators/options.ts";
import { type EmulatorSettings, HOST, requireFreePorts, settleAddresses } from "../scripts/emulators/ports.ts";
import { readFirebaseJson } from "../scripts/emulators/project.ts";
import { keepSchedules } from "../scripts/emulators/schedules.ts";
import { fillStore } from "../scripts/emulators/world.ts";
import { indexes } from "../server/src/data/data-folder.ts";
import { newEncryptionKey, newSigningKeys } from "../server/src/data/secrets-file.ts";
import { readSettings } from "../server/src/settings/settings.ts";

/** The ports by name, those of Firestore's websocket too. */
function portsOf(settings: EmulatorSettings): Record<string, number> {
  const ports: Record<string, number> = {};
  for (const [name, one] of Object.entries(settings)) {
    const { port, websocketPort } = one as { port?: number; websocketPort?: number };
    if (port) ports[name] = port;
    if (websocketPort) ports.websocket = websocketPort;
  }
  return ports;
}

test("the emulators listen where firebase.json says, on this machine alone", () => {
  const { emulators } = readFirebaseJson();
  assert.deepEqual(settleAddresses(emulators, parseOptions([], {})), emulators);
  for (const [name, one] of Object.entries(emulators))
    if (typeof (one as { port?: number }).port === "number") assert.equal((one as { host: string }).host, HOST, name);
});

test("where a port is given, hosting has it and each other emulator one of its own right behind it", () => {
  const { emulators } = readFirebaseJson();
  const moved = portsOf(settleAddresses(emulators, parseOptions(["--port=7000"], {})));
  assert.equal(moved.hosting, 7000);
  assert.deepEqual(Object.keys(moved).sort(), Object.keys(portsOf(emulators)).sort());
  const ports = Object.values(moved).sort();
  assert.deepEqual(
    ports,
    ports.map((_, i) => 7000 + i),
  );
});

test("over SQLite there is no Firestore emulator, and its port is nobody's business", () => {
  const { emulators } = readFirebaseJson();
  assert.ok("firestore" in settleAddresses(emulators, parseOptions([], {})));
  assert.ok(!("firestore" in settleAddresses(emulators, parseOptions(["--store=sqlite"], {}))));
  const running = parseOptions([], { FIRESTORE_EMULATOR_HOST: "127.0.0.1:8085" });
  assert.ok(!("firestore" in settleAddresses(emulators, running)), "one that runs already is used");
});

test("a port that is taken is named, with the emulator that wants it and a way out", async (t) => {
  const other = createServer().listen(0, HOST);
  await once(other, "listening");
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const free = { host: HOST, port: 0 };
  const settings = { hosting: free, functions: free, tasks: { host: HOST, port }, hub: free };
  await assert.rejects(requireFreePorts(settings), {
    message: `Port ${port} (tasks) is taken on ${HOST}. Stop what uses it, or start on other ports: --port=1000`,
  });
  await requireFreePorts({ ...settings, tasks: free });
});

test("what Java tells about itself is understood, of old and new ones; what tells nothing has no version", () => {
  assert.equal(javaVersion('openjdk version "21.0.2" 2024-01-16\nOpenJDK Runtime Environment'), 21);
  assert.equal(javaVersion('openjdk version "24" 2025-03-18'), 24);
  assert.equal(javaVersion('java version "1.8.0_401"'), 8);
  assert.equal(javaVersion(""), undefined);
});

test("an empty Firestore gets the demo world once, and every start finds the same credentials", async () => {
  const store = firestoreStore({ firestore: await testFirestore(), tree, indexes });
  const secrets = { encryptionKey: Buffer.from(newEncryptionKey(), "base64"), signingKeys: await newSigningKeys() };
  const settings = readSettings({});
  const made = await fillStore(store, settings, secrets);
  const { workspaceName, apiKeys } = made[0] as (typeof made)[0];
  assert.equal(workspaceName, "Meridian Press");
  const [{ apiKeyId, authTokens }] = apiKeys as [(typeof apiKeys)[0]];
  assert.match(authTokens[0]?.token ?? "", /^at_/);
  const { docs } = await store.query({ collection: `${apiKeyPath(apiKeyId)}/organizations` });
  assert.ok(docs.some(({ id }) => id === "meridian-press"));
  assert.deepEqual(await fillStore(store, settings, secrets), made);
});

test("scheduled functions are called at their times by the id that the emulator knows them by, and no others", async (t) => {
  const called: string[] = [];
  const trigger = { region: "us-central1" };
  const functionTriggers = [
    { ...trigger, name: "v2-users-add" },
    { ...trigger, name: "schedules-tasks", schedule: { schedule: "every 5 minutes" } },
    { ...trigger, name: "schedules-retention", schedule: { schedule: "every 60 minutes" } },
  ];
  const server = createHttpServer(({ method, url = "" }, response) => {
    if (method === "POST") called.push(url);
    response.end(JSON.stringify({ backends: [{ functionTriggers }] }));
  }).listen(0, HOST);
  await once(server, "listening");
  t.after(() => server.close());
  const address = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  t.mock.timers.enable({ apis: ["setInterval"] });
  await keepSchedules(address);
  const request = once(server, "request");
  t.mock.timers.tick(5 * 60_000);
  await request;
  assert.deepEqual(called, ["/demo-atrium/us-central1/schedules-tasks-0"]);

  functionTriggers.push({ ...trigger, name: "odd", schedule: { schedule: "0 3 * * *" } });
  await assert.rejects(keepSchedules(address), { message: 'no way to keep the schedule "0 3 * * *"' });
});
