import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/context";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { seed, servingDocs } from "../../testing/seeded-docs.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createHttpServer } from "../http-server.ts";
import { demoNames, demoWorkspaceId } from "./demo.ts";

test("openapi.json is served as committed", async () => {
  const { url } = await servingDocs();
  const response = await fetch(`${url}/openapi.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await response.text()).toBe(readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8"));
});

test("the served openapi.json names the headers by the brand of the server", async () => {
  const { url } = await servingDocs({ settings: { headerBrand: "globex" } });
  const text = await (await fetch(`${url}/openapi.json`)).text();
  const { apiKey, workspaceAuthToken } = JSON.parse(text).components.securitySchemes;
  expect([apiKey.name, workspaceAuthToken.name]).toStrictEqual(["x-globex-api-key", "x-globex-workspace-auth-token"]);
  expect(text).not.toContain("x-service-");
});

test("the page and its files are served with their types, and nothing else below /docs", async () => {
  const { url } = await servingDocs();
  for (const [path, type] of [
    ["/docs", "text/html; charset=utf-8"],
    ["/docs/", "text/html; charset=utf-8"],
    ["/docs/page.js", "text/javascript; charset=utf-8"],
    ["/docs/page.css", "text/css; charset=utf-8"],
    ["/docs/scalar.js", "text/javascript; charset=utf-8"],
    ["/docs/favicon.svg", "image/svg+xml"],
  ] as const) {
    const response = await fetch(url + path);
    expect([path, response.status, response.headers.get("content-type")]).toStrictEqual([path, 200, type]);
    expectWithContext((await response.text()).length, path).toBeGreaterThan(100);
  }
  for (const path of [
    "/docs/demo.json",
    "/docs/openapi.json",
    "/docs/..%2fopenapi.json",
    "/docs/x",
    "/docs/index.html.bak",
  ])
    expectWithContext((await fetch(url + path)).status, path).toBe(404);
});

test("a server without built documentation says so at /docs, and serves everything else", async () => {
  const w = await world();
  const app = createHttpServer(w.context, { docsFolder: join(temporaryFolder(), "missing") });
  onTestFinished(() => app.close());
  for (const url of ["/docs", "/docs/scalar.js", "/openapi.json"]) {
    const { statusCode, body } = await app.inject({ url });
    expect(statusCode).toBe(404);
    expect(JSON.parse(body).error.message).toMatch(/not built.*npm run build/);
  }
  expect((await app.inject({ url: "/health" })).statusCode).toBe(200);
});

test("every name of the demo is in the seed world", () => {
  const [first = ""] = seed;
  expect(JSON.parse(first).workspaceId).toBe(demoWorkspaceId);
  const text = seed.join("\n");
  for (const name of Object.values(demoNames)) expectWithContext(text, name).toContain(`":${JSON.stringify(name)}`);
});
