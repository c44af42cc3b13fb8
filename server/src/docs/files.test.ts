import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { docsFolder } from "../../testing/built-server.ts";
import { seed } from "../../testing/seeded-docs.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createHttpServer } from "../http-server.ts";
import { demoNames, demoWorkspaceId } from "./demo.ts";

const contract = readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8");

/** A function that requests files from a server with the documentation. */
async function servedFiles(options?: Parameters<typeof world>[0]) {
  const { context } = await world(options);
  const app = createHttpServer(context, { docsFolder });
  onTestFinished(() => app.close());
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
}

test("openapi.json is served as committed", async () => {
  const get = await servedFiles();
  const { statusCode, headers, body } = await get("/openapi.json");
  expect(statusCode).toBe(200);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(body).toBe(contract);
});

test("a browser finds the default icon for replies that name none, such as JSON", async () => {
  const get = await servedFiles();
  const { statusCode, headers, body } = await get("/favicon.ico");
  expect([statusCode, headers["content-type"]]).toStrictEqual([200, "image/svg+xml"]);
  expect(body).toContain("<svg");
});

test("the documentation uses the server's brand in header names, compressed or not", async () => {
  const get = await servedFiles({ settings: { headerBrand: "globex" } });
  const { apiKey, workspaceAuthToken } = JSON.parse((await get("/openapi.json")).body).components.securitySchemes;
  expect([apiKey.name, workspaceAuthToken.name]).toStrictEqual(["x-globex-api-key", "x-globex-workspace-auth-token"]);
  const page = await get("/docs/v2/users/get", { "accept-encoding": "br" });
  for (const text of [(await get("/openapi.json")).body, brotliDecompressSync(page.rawPayload).toString()]) {
    expect(text).toContain("x-globex-api-key");
    expect(text).not.toContain("x-service-");
  }
});

test("the pages and their files are served with their types, and nothing else below /docs", async () => {
  const get = await servedFiles();
  const home = await get("/docs");
  const assetPaths = [...home.body.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => String(path));
  expect(assetPaths.length).toBeGreaterThan(3);
  const types = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", svg: "image/svg+xml" };
  for (const path of assetPaths) {
    const { statusCode, headers } = await get(path);
    const type = types[path.split(".").at(-1) as keyof typeof types];
    expect([path, statusCode, headers["content-type"]]).toStrictEqual([path, 200, type]);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  }
  for (const path of ["/docs", "/docs/", "/docs/guides/webhooks", "/docs/v2/users/add", "/docs/events/comment-add"]) {
    const { statusCode, headers } = await get(path);
    expect([path, statusCode, headers["content-type"]]).toStrictEqual([path, 200, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toBe("frame-ancestors 'none'");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
  }
  for (const path of [
    "/docs/index.json",
    "/docs/openapi.json",
    "/docs/..%2fopenapi.json",
    "/docs/x",
    "/docs/__proto__",
  ])
    expectWithContext((await get(path)).statusCode, path).toBe(404);
});

test("a POST to a page of the documentation is 405, and to any other path there 404", async () => {
  const { context } = await world();
  const app = createHttpServer(context, { docsFolder });
  onTestFinished(() => app.close());
  for (const [url, status, allow] of [
    ["/docs", 405, "GET, HEAD"],
    ["/docs/guides/webhooks", 405, "GET, HEAD"],
    ["/docs/x", 404, undefined],
    ["/docs/..%2f..%2fpackage.json", 404, undefined],
  ] as const) {
    const { statusCode, headers } = await app.inject({ method: "POST", url, payload: {} });
    expect([url, statusCode, headers.allow]).toStrictEqual([url, status, allow]);
    expect(headers["x-request-id"]).toMatch(/^req_/);
  }
});

test("files are compressed as the client accepts, and not sent again while they are unchanged", async () => {
  const get = await servedFiles();
  const { body, headers } = await get("/docs/v2/users/add");
  expect(headers["content-encoding"]).toBeUndefined();
  const brotli = await get("/docs/v2/users/add", { "accept-encoding": "gzip, br" });
  expect([brotli.headers["content-encoding"], brotli.headers.vary]).toStrictEqual(["br", "accept-encoding"]);
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(body);
  const gzip = await get("/docs/v2/users/add", { "accept-encoding": "gzip" });
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(body);
  const etag = String(headers.etag);
  const again = await get("/docs/v2/users/add", { "if-none-match": etag });
  expect([again.statusCode, again.body, again.headers.etag]).toStrictEqual([304, "", etag]);
  expect((await get("/docs/v2/users/get", { "if-none-match": etag })).statusCode).toBe(200);
});

test("a page with another brand has another ETag", async () => {
  const [plain, branded] = [await servedFiles(), await servedFiles({ settings: { headerBrand: "globex" } })];
  const etag = String((await plain("/docs")).headers.etag);
  expect((await branded("/docs", { "if-none-match": etag })).statusCode).toBe(200);
});

test("no page contains inline styles or scripts, or loads anything from another server", () => {
  const pages = readdirSync(docsFolder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(200);
  for (const page of pages) {
    const text = readFileSync(join(docsFolder, page), "utf8");
    expectWithContext(text, page).not.toMatch(
      /<style|<[^>]+ style=|<script(?! type="application\/json"| src=)| on\w+="/,
    );
    expectWithContext(text, page).not.toMatch(/(?:src|<link[^>]*href)="(?!\/(docs|console)\/assets\/)/);
  }
});

test("a server without built documentation says so at /docs, and serves everything else", async () => {
  const w = await world();
  const app = createHttpServer(w.context, { docsFolder: join(temporaryFolder(), "missing") });
  onTestFinished(() => app.close());
  for (const url of ["/docs", "/docs/v2/users/add", "/openapi.json"]) {
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
