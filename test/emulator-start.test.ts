import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { apiKeyPath } from "@atrium/functions/domain/workspaces/store/api-keys";
import { firestoreStore } from "@atrium/functions/store/firestore/adapter";
import { tree } from "@atrium/functions/store/tree";
import { testFirestore } from "@atrium/functions/testing/firestore/memory";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { fakeTimers } from "@atrium/functions/testing/harness/jest/mocks";
import { expect, jest, test } from "@jest/globals";
import { javaVersion } from "../scripts/emulators/java.ts";
import { parseOptions } from "../scripts/emulators/options.ts";
import { type EmulatorSettings, HOST, requireFreePorts, settleAddresses } from "../scripts/emulators/ports.ts";
import { readFirebaseJson } from "../scripts/emulators/project.ts";
import { keepSchedules } from "../scripts/emulators/schedules.ts";
import { fillStore } from "../scripts/emulators/world.ts";
import { indexes } from "../server/src/data/data-folder.ts";
import { newEncryptionKey, newSigningKeys } from "../server/src/data/secrets-file.ts";
import { readSettings } from "../server/src/settings/settings.ts";

/** The ports by name, including that of Firestore's websocket. */
function portsOf(settings: EmulatorSettings): Record<string, number> {
  const ports: Record<string, number> = {};
  for (const [name, one] of Object.entries(settings)) {
    const { port, websocketPort } = one as { port?: number; websocketPort?: number };
    if (port) ports[name] = port;
    if (websocketPort) ports.websocket = websocketPort;
  }
  return ports;
}

test("the emulators listen on the addresses in firebase.json, which only this machine can reach", () => {
  const { emulators } = readFirebaseJson();
  expect(settleAddresses(emulators, parseOptions([], {}))).toStrictEqual(emulators);
  for (const [name, one] of Object.entries(emulators))
    if (typeof (one as { port?: number }).port === "number")
      expectWithContext((one as { host: string }).host, name).toBe(HOST);
});

test("with a given port, hosting uses it, and the other emulators use the ports right after it", () => {
  const { emulators } = readFirebaseJson();
  const moved = portsOf(settleAddresses(emulators, parseOptions(["--port=7000"], {})));
  expect(moved.hosting).toBe(7000);
  expect(Object.keys(moved).sort()).toStrictEqual(Object.keys(portsOf(emulators)).sort());
  const ports = Object.values(moved).sort();
  expect(ports).toStrictEqual(ports.map((_, i) => 7000 + i));
});

test("with SQLite there is no Firestore emulator, and its port may be in use", () => {
  const { emulators } = readFirebaseJson();
  expect("firestore" in settleAddresses(emulators, parseOptions([], {}))).toBe(true);
  expect("firestore" in settleAddresses(emulators, parseOptions(["--store=sqlite"], {}))).toBe(false);
  const running = parseOptions([], { FIRESTORE_EMULATOR_HOST: "127.0.0.1:8085" });
  expectWithContext("firestore" in settleAddresses(emulators, running), "one that runs already is used").toBe(false);
});

test("an error about a port in use names the port, the emulator that needs it and a way out", async () => {
  const other = createServer().listen(0, HOST);
  await once(other, "listening");
  onTestFinished(() => other.close());
  const { port } = other.address() as AddressInfo;
  const free = { host: HOST, port: 0 };
  const settings = { hosting: free, functions: free, tasks: { host: HOST, port }, hub: free };
  await expect(requireFreePorts(settings)).rejects.toMatchObject({
    message: `Port ${port} (tasks) is taken on ${HOST}. Stop what uses it, or start on other ports: --port=1000`,
  });
  await requireFreePorts({ ...settings, tasks: free });
});

test("Java's version is parsed in its old and new forms; other output has no version", () => {
  expect(javaVersion('openjdk version "21.0.2" 2024-01-16\nOpenJDK Runtime Environment')).toBe(21);
  expect(javaVersion('openjdk version "24" 2025-03-18')).toBe(24);
  expect(javaVersion('java version "1.8.0_401"')).toBe(8);
  expect(javaVersion("")).toBeUndefined();
});

test("an empty Firestore gets the demo world once, and every start finds the same credentials", async () => {
  const store = firestoreStore({ firestore: await testFirestore(), tree, indexes });
  const secrets = { encryptionKey: Buffer.from(newEncryptionKey(), "base64"), signingKeys: await newSigningKeys() };
  const settings = readSettings({});
  const workspaces = await fillStore(store, settings, secrets);
  const { workspaceName, apiKeys } = workspaces[0] as (typeof workspaces)[0];
  expect(workspaceName).toBe("Meridian Press");
  const [{ apiKeyId, authTokens }] = apiKeys as [(typeof apiKeys)[0]];
  expect(authTokens[0]?.token ?? "").toMatch(/^at_/);
  const { docs } = await store.query({ collection: `${apiKeyPath(apiKeyId)}/organizations` });
  expect(docs.some(({ id }) => id === "meridian-press")).toBe(true);
  expect(await fillStore(store, settings, secrets)).toStrictEqual(workspaces);
});

test("only scheduled functions are called, on schedule and by their id in the emulator", async () => {
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
  onTestFinished(() => server.close());
  const address = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  fakeTimers(["setInterval"]);
  await keepSchedules(address);
  const request = once(server, "request");
  jest.advanceTimersByTime(5 * 60_000);
  await request;
  expect(called).toStrictEqual(["/demo-atrium/us-central1/schedules-tasks-0"]);

  functionTriggers.push({ ...trigger, name: "odd", schedule: { schedule: "0 3 * * *" } });
  await expect(keepSchedules(address)).rejects.toMatchObject({ message: 'the schedule "0 3 * * *" is not supported' });
});
