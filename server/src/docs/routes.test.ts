import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { world } from "@atrium/functions/testing/harness/world";
import { seed, servingDocs } from "../../testing/seeded-docs.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createHttpServer } from "../http-server.ts";
import { demoNames, demoWorkspaceId } from "./demo.ts";

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
  for (const path of [
    "/docs/demo.json",
    "/docs/openapi.json",
    "/docs/..%2fopenapi.json",
    "/docs/x",
    "/docs/index.html.bak",
  ])
    assert.equal((await fetch(url + path)).status, 404, path);
});

test("a server whose documentation is not built says so, and serves everything else", async (t) => {
  const w = await world();
  const app = createHttpServer(w.context, { docsFolder: join(temporaryFolder(t), "missing") });
  t.after(() => app.close());
  for (const url of ["/docs", "/docs/scalar.js", "/openapi.json"]) {
    const { statusCode, body } = await app.inject({ url });
    assert.equal(statusCode, 404);
    assert.match(JSON.parse(body).error.message, /not built.*npm run build/);
  }
  assert.equal((await app.inject({ url: "/health" })).statusCode, 200);
});

test("every name of the demo stands in the seed world", () => {
  const [first = ""] = seed;
  assert.equal(JSON.parse(first).workspaceId, demoWorkspaceId);
  const text = seed.join("\n");
  for (const name of Object.values(demoNames)) assert.ok(text.includes(`":${JSON.stringify(name)}`), name);
});
