import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { world } from "@atrium/functions/testing/world";
import { seed, servingDocs, servingSeededDocs } from "../../testing/seeded-docs.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createHttpServer } from "../http-server.ts";
import { type Demo, demoNames, demoWorkspaceId, mayKnowDemo } from "./demo.ts";

test("openapi.json is served as it is committed", async (t) => {
  const { url } = await servingDocs(t);
  const response = await fetch(`${url}/openapi.json`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(await response.text(), readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8"));
});

test("the served openapi.json names the headers by the brand of the server", async (t) => {
  const { url } = await servingDocs(t, { settings: { headerBrand: "globex" } });
  const text = await (await fetch(`${url}/openapi.json`)).text();
  const { apiKey, workspaceAuthToken } = JSON.parse(text).components.securitySchemes;
  assert.deepEqual([apiKey.name, workspaceAuthToken.name], ["x-globex-api-key", "x-globex-workspace-auth-token"]);
  assert.ok(!text.includes("x-service-"));
});

test("the page and what it loads are served with their types, and nothing else below /docs", async (t) => {
  const { url } = await servingDocs(t);
  for (const [path, type] of [
    ["/docs", "text/html; charset=utf-8"],
    ["/docs/", "text/html; charset=utf-8"],
    ["/docs/page.js", "text/javascript; charset=utf-8"],
    ["/docs/page.css", "text/css; charset=utf-8"],
    ["/docs/scalar.js", "text/javascript; charset=utf-8"],
    ["/docs/favicon.svg", "image/svg+xml"],
  ] as const) {
    const response = await fetch(url + path);
    assert.deepEqual([path, response.status, response.headers.get("content-type")], [path, 200, type]);
    assert.ok((await response.text()).length > 100, path);
  }
  for (const path of ["/docs/openapi.json", "/docs/..%2fopenapi.json", "/docs/x", "/docs/index.html.bak"])
    assert.equal((await fetch(url + path)).status, 404, path);
});

test("a server whose documentation is not built says so, and serves everything else", async (t) => {
  const w = await world();
  const app = createHttpServer(w.context, join(temporaryFolder(t), "missing"));
  t.after(() => app.close());
  for (const url of ["/docs", "/docs/scalar.js", "/openapi.json"]) {
    const { statusCode, body } = await app.inject({ url });
    assert.equal(statusCode, 404);
    assert.match(JSON.parse(body).error.message, /not built.*npm run build/);
  }
  assert.equal((await app.inject({ url: "/health" })).statusCode, 200);
});

test("somebody at this machine gets the credentials of the demo, and they open it", async (t) => {
  const { url } = await servingSeededDocs(t);
  const demo = (await (await fetch(`${url}/docs/demo.json`)).json()) as Demo;
  const { credentials = {}, names = {} } = demo;
  const response = await fetch(`${url}/v2/organizations/documents/get`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-service-api-key": String(credentials.apiKey),
      "x-service-auth-token": String(credentials.authToken),
    },
    body: JSON.stringify({ data: { organizationId: names.acme, documentIds: [names.homepage] } }),
  });
  assert.equal(response.status, 200);
  const { result } = (await response.json()) as { result: { data: { documentName: string }[] } };
  assert.equal(result.data[0]?.documentName, "Spring catalogue 2026");
});

test("a server that did not begin with the demo shows no credentials, to nobody", async (t) => {
  const { url } = await servingDocs(t);
  assert.deepEqual(await (await fetch(`${url}/docs/demo.json`)).json(), {});
});

test("the demo's credentials are for nobody but a peer at this machine, of a server for this machine", () => {
  const here = { address: "127.0.0.1", family: "IPv4", port: 1 };
  const request = (headers: Record<string, string>, remoteAddress: string | undefined = "127.0.0.1") =>
    ({ headers, socket: { remoteAddress } }) as unknown as Parameters<typeof mayKnowDemo>[0];
  const local = { host: "127.0.0.1:5050" };
  for (const host of ["localhost", "localhost:5050", "127.0.0.1:5050", "[::1]:5050"])
    assert.equal(mayKnowDemo(request({ host }), [here, { address: "::1" }]), true, host);
  assert.equal(mayKnowDemo(request(local, "::ffff:127.0.0.1"), [here]), true);

  for (const address of ["0.0.0.0", "::", "192.0.2.1"])
    assert.equal(mayKnowDemo(request(local), [here, { address }]), false, `bound to ${address}`);
  assert.equal(mayKnowDemo(request(local), []), false);
  assert.equal(mayKnowDemo(request(local), ["/run/atrium.sock"]), false);
  for (const peer of ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1", "127.0.0.1.example.com", ""])
    assert.equal(mayKnowDemo(request(local, peer), [here]), false, `peer ${peer}`);
  for (const host of ["example.com", "127.0.0.1.example.com", "localhost.example.com:5050", ""])
    assert.equal(mayKnowDemo(request({ host }), [here]), false, `host ${host}`);
  assert.equal(mayKnowDemo(request({}), [here]), false);
  for (const name of ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"])
    assert.equal(mayKnowDemo(request({ ...local, [name]: "x" }), [here]), false, name);
});

test("every name of the demo stands in the seed world", () => {
  const [first = ""] = seed;
  assert.equal(JSON.parse(first).workspaceId, demoWorkspaceId);
  const text = seed.join("\n");
  for (const name of Object.values(demoNames)) assert.ok(text.includes(`":${JSON.stringify(name)}`), name);
});
