import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { firestoreStore } from "@atrium/functions/store/firestore/adapter";
import { tree } from "@atrium/functions/store/tree";
import {
  discover,
  environmentOf,
  installPackages,
  serveFunction,
} from "@atrium/functions/testing/cloud/deployed-function";
import { clientOf } from "@atrium/functions/testing/firestore/memory";
import { firestoreServer } from "@atrium/functions/testing/firestore/server";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { indexes } from "@atrium/functions/testing/harness/store/test-store";
import { type Tenant, world } from "@atrium/functions/testing/harness/world";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { writeArtifact } from "../scripts/build-functions/artifact.ts";
import { root } from "../scripts/build-functions/root.ts";
import { createHttpServer } from "../server/src/http-server.ts";

const folder = mkdtempSync(join(tmpdir(), "atrium-artifact-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const built = join(folder, "built");
const deployed = join(folder, "deployed");
let isInstalled = false;

beforeAll(async () => {
  await writeArtifact(built);
  cpSync(built, deployed, { recursive: true });
  isInstalled = await installPackages(deployed);
});

/**
 * The artifact's packages are installed separately, as in the cloud; this is the reason to skip if that was impossible.
 */
const isNotInstalled = () => !isInstalled && "neither a registry nor npm's cache has the packages of the artifact";

/**
 * The local server and the artifact's functions over one Firestore, each with its own tenant, so that both start empty.
 */
async function bothServers(onEnd: (cleanup: () => unknown) => void, projectId: string) {
  const database = await firestoreServer();
  onEnd(() => database.close());
  const firestore = clientOf(database.address, projectId);
  onEnd(() => firestore.terminate());
  const w = await world({ wrapStore: () => firestoreStore({ firestore, tree, indexes, hasLocalIndexes: true }) });
  const app = createHttpServer(w.context);
  onEnd(() => app.close());
  const local = { url: await app.listen({ host: "127.0.0.1", port: 0 }), tenant: w.tenant };
  const tenant = await w.newTenant();
  const { encryptionKey } = w.context;
  const surroundings = { firestore: database.address, projectId, encryptionKey };
  const environment = await environmentOf(await discover(deployed), surroundings);
  const start = async (target: string, further: Record<string, string> = {}) => {
    const served = await serveFunction(deployed, target, { ...environment, ...further });
    onEnd(() => served.stop());
    return { url: served.url, tenant };
  };
  return { local, start };
}

type ServiceRequest = RequestInit & { path?: string; as?: (tenant: Tenant) => Record<string, string> };

/** The comparable parts of a reply, without generated values. */
async function answerOf({ url, tenant }: { url: string; tenant: Tenant }, path: string, request: ServiceRequest) {
  const { as = own } = request;
  const headers = { "content-type": "application/json", ...as(tenant), ...request.headers };
  const reply = await fetch(url + (request.path ?? path), { method: "POST", ...request, headers } as RequestInit);
  const { "content-type": type, "cache-control": cache, allow } = Object.fromEntries(reply.headers);
  return {
    status: reply.status,
    headers: { type, cache, allow }, // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
    body: (await reply.json()) as any,
  };
}

const own = ({ apiKeyId, authToken }: Tenant): Record<string, string> => ({
  "x-service-api-key": apiKeyId,
  "x-service-auth-token": authToken,
});
const people = { organizationId: "acme", users: [{ userId: "ada", name: "Ada Lovelace", email: "ada@example.com" }] };
const data = (value: unknown) => ({ body: JSON.stringify({ data: value }) });

/** Requests to `/v2/users/add`, each with the status of its reply. */
const requests: [name: string, status: number, ServiceRequest][] = [
  ["a write", 200, data(people)],
  ["the same write again", 200, data(people)],
  ["a wrong shape", 400, data({ users: "all" })],
  ["no credentials", 400, { ...data(people), as: () => ({}) }],
  ["a wrong token", 401, { ...data(people), as: (tenant) => own({ ...tenant, authToken: "no" }) }],
  ["malformed JSON", 400, { body: '{"data": {"organizationId": acme}}' }],
  ["malformed JSON of a stranger", 400, { body: "{", as: () => ({}) }],
  ["JSON that is no object", 400, { body: '"data"' }],
  ["no body", 400, {}],
  ["bytes that are no text", 400, { body: new Uint8Array([0x7b, 0xff, 0x7d]) }],
  ["a body above 1 MiB", 413, data("x".repeat(1_100_000))],
  ["another content type", 415, { ...data(people), headers: { "content-type": "text/plain" } }],
  [
    "another encoding of text",
    415,
    { ...data(people), headers: { "content-type": "application/json; charset=utf-16" } },
  ],
  ["a compressed body", 415, { body: new Uint8Array([0x1f, 0x8b, 8]), headers: { "content-encoding": "gzip" } }],
  ["GET", 405, { method: "GET" }],
  ["the preflight of a browser", 405, { method: "OPTIONS", headers: { "access-control-request-method": "POST" } }],
  ["an unknown path", 404, { ...data(people), path: "/v2/nothing/here" }],
];

describe("a deployed function replies like the local server, over Firestore's protocol", () => {
  const cleanups: (() => unknown)[] = [];
  let servers: Awaited<ReturnType<typeof bothServers>>;
  let add: Awaited<ReturnType<typeof servers.start>>;

  beforeAll(async () => {
    if (!isInstalled) return;
    servers = await bothServers((cleanup) => cleanups.push(cleanup), "demo-same");
    add = await servers.start("v2.users.add");
  });
  afterAll(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  for (const [name, status, request] of requests)
    testUnless(isNotInstalled)(name, async () => {
      const expected = await answerOf(servers.local, "/v2/users/add", request);
      expectWithContext(expected.status, JSON.stringify(expected.body)).toBe(status);
      expect(await answerOf(add, "/v2/users/add", request)).toStrictEqual(expected);
    });
  testUnless(isNotInstalled)("one function reads what another has written", async () => {
    const get = await servers.start("v2.users.get");
    const expected = await answerOf(servers.local, "/v2/users/get", data({ organizationId: "acme" }));
    expectWithContext(expected.body.result.data.length, JSON.stringify(expected.body)).toBe(1);
    expect(await answerOf(get, "/v2/users/get", data({ organizationId: "acme" }))).toStrictEqual(expected);
  });
});

testUnless(isNotInstalled)(
  "in the emulators, too, only the kernel decides which pages may call an endpoint",
  async () => {
    const { local, start } = await bothServers(onTestFinished, "demo-origins");
    // With these variables of the functions emulator, firebase-functions lets every page call every function.
    const emulated = { FIREBASE_DEBUG_MODE: "true", FIREBASE_DEBUG_FEATURES: '{"enableCors":true}' };
    const headers = { origin: "https://app.example.com", "access-control-request-method": "POST" };
    for (const path of ["/v2/users/add", "/v2/presence/get"]) {
      const { url } = await start(path.slice(1).replaceAll("/", "."), emulated);
      const [expected, reply] = await Promise.all(
        [local.url, url].map((server) => fetch(server + path, { method: "OPTIONS", headers })),
      );
      expect(reply?.status).toBe(expected?.status);
      const corsHeaders = (from: Response | undefined) =>
        [...(from?.headers ?? [])].filter(([name]) => name === "vary" || name.startsWith("access-control-"));
      expect(corsHeaders(reply)).toStrictEqual(corsHeaders(expected));
    }
  },
);

testUnless(isNotInstalled)("a function called by its own address needs no path", async () => {
  const { start } = await bothServers(onTestFinished, "demo-address");
  const add = await start("v2.users.add");
  const { status, body } = await answerOf(add, "/", data(people));
  expectWithContext(status, JSON.stringify(body)).toBe(200);
  expect(body.result.data.ada.success).toBe(true);
});

testUnless(isNotInstalled)("a function with an unknown name is not served", async () => {
  await expect(serveFunction(deployed, "v2.users.nothing", {})).rejects.toThrow(/is not defined/);
});

test("a second build produces the same files", async () => {
  const again = join(folder, "again");
  await writeArtifact(again);
  for (const name of ["index.js", "atrium.js", "package.json", "package-lock.json"])
    expectWithContext(readFileSync(join(again, name)).equals(readFileSync(join(built, name))), name).toBe(true);
});

test("the artifact pins exact versions and names no registry", () => {
  const { dependencies, engines, main } = JSON.parse(readFileSync(join(built, "package.json"), "utf8"));
  expect(engines).toStrictEqual({ node: "24" });
  expect(main).toBe("index.js");
  for (const [name, version] of Object.entries(dependencies))
    expectWithContext(`${version}`, name).toMatch(/^\d+\.\d+\.\d+$/);
  expect(readFileSync(join(built, "package-lock.json"), "utf8")).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
});

test("starting a function loads only the artifact's own files, and no package", () => {
  // In a folder below the checkout, Node finds the packages and would load any that are required.
  const inCheckout = mkdtempSync(join(root, "node_modules", ".cache", "atrium-artifact-"));
  onTestFinished(() => rmSync(inCheckout, { recursive: true, force: true }));
  cpSync(built, inCheckout, { recursive: true });
  const program = `require(${JSON.stringify(join(inCheckout, "index.js"))});
    setImmediate(() => console.log(JSON.stringify(Object.keys(require.cache))));`;
  const env = { PATH: process.env.PATH, FUNCTION_TARGET: "v2.users.add" };
  const loadedFiles = JSON.parse(execFileSync(process.execPath, ["-e", program], { env, encoding: "utf8" }));
  expect(loadedFiles.map((file: string) => basename(file)).sort()).toStrictEqual(["atrium.js", "index.js"]);
});
