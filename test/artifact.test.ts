import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
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
import { indexes } from "@atrium/functions/testing/harness/test-store";
import { type Tenant, world } from "@atrium/functions/testing/harness/world";
import { writeArtifact } from "../scripts/build-functions/artifact.ts";
import { createHttpServer } from "../server/src/http-server.ts";

const folder = mkdtempSync(join(tmpdir(), "atrium-artifact-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const built = join(folder, "built");
const deployed = join(folder, "deployed");
let isInstalled = false;

before(async () => {
  await writeArtifact(built);
  cpSync(built, deployed, { recursive: true });
  isInstalled = await installPackages(deployed);
});

/** Installed by themselves, as the cloud does it. */
function needsPackages(t: TestContext): boolean {
  if (!isInstalled) t.skip("neither a registry nor npm's cache has the packages of the artifact");
  return isInstalled;
}

/** The local server and functions of the artifact, over one Firestore: a tenant for each, so that both start with nothing. */
async function bothServers(t: TestContext, projectId: string) {
  const database = await firestoreServer();
  t.after(() => database.close());
  const firestore = clientOf(database.address, projectId);
  t.after(() => firestore.terminate());
  const w = await world({ wrapStore: () => firestoreStore({ firestore, tree, indexes }) });
  const app = createHttpServer(w.context);
  t.after(() => app.close());
  const local = { url: await app.listen({ host: "127.0.0.1", port: 0 }), tenant: w.tenant };
  const tenant = await w.newTenant();
  const { encryptionKey } = w.context;
  const given = { firestore: database.address, projectId, encryptionKey };
  const environment = await environmentOf(await discover(deployed), given);
  const start = async (target: string) => {
    const served = await serveFunction(deployed, target, environment);
    t.after(() => served.stop());
    return { url: served.url, tenant };
  };
  return { local, start };
}

type Sent = RequestInit & { path?: string; as?: (tenant: Tenant) => Record<string, string> };

/** What a caller sees, without what is new with every request. */
async function seen({ url, tenant }: { url: string; tenant: Tenant }, path: string, sent: Sent) {
  const { as = own } = sent;
  const headers = { "content-type": "application/json", ...as(tenant), ...sent.headers };
  const reply = await fetch(url + (sent.path ?? path), { method: "POST", ...sent, headers } as RequestInit);
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

/** Requests to `/v2/users/add`, each with the status of its answer. */
const requests: [name: string, status: number, Sent][] = [
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

test("a deployed function gives the same answers as the local server, over the protocol of Firestore", async (t) => {
  if (!needsPackages(t)) return;
  const { local, start } = await bothServers(t, "demo-same");
  const add = await start("v2.users.add");
  for (const [name, status, sent] of requests)
    await t.test(name, async () => {
      const expected = await seen(local, "/v2/users/add", sent);
      assert.equal(expected.status, status, JSON.stringify(expected.body));
      assert.deepEqual(await seen(add, "/v2/users/add", sent), expected);
    });
  await t.test("what one function has written, another one reads", async () => {
    const get = await start("v2.users.get");
    const expected = await seen(local, "/v2/users/get", data({ organizationId: "acme" }));
    assert.equal(expected.body.result.data.length, 1, JSON.stringify(expected.body));
    assert.deepEqual(await seen(get, "/v2/users/get", data({ organizationId: "acme" })), expected);
  });
});

test("a function that is called by its own address needs no path", async (t) => {
  if (!needsPackages(t)) return;
  const { start } = await bothServers(t, "demo-address");
  const add = await start("v2.users.add");
  const { status, body } = await seen(add, "/", data(people));
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.result.data.ada.success, true);
});

test("a function whose name is unknown is not served", async (t) => {
  if (!needsPackages(t)) return;
  await assert.rejects(serveFunction(deployed, "v2.users.nothing", {}), /is not defined/);
});

test("building again gives the same files", async () => {
  const again = join(folder, "again");
  await writeArtifact(again);
  for (const name of ["index.js", "package.json", "package-lock.json"])
    assert.ok(readFileSync(join(again, name)).equals(readFileSync(join(built, name))), name);
});

test("the artifact asks for exact versions and names no registry", () => {
  const { dependencies, engines, main } = JSON.parse(readFileSync(join(built, "package.json"), "utf8"));
  assert.deepEqual(engines, { node: "24" });
  assert.equal(main, "index.js");
  for (const [name, version] of Object.entries(dependencies)) assert.match(`${version}`, /^\d+\.\d+\.\d+$/, name);
  assert.doesNotMatch(readFileSync(join(built, "package-lock.json"), "utf8"), /"resolved"|https?:\/\/[^"]*\.tgz/);
});
