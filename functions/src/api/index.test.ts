import { expect, test } from "@jest/globals";
import { servePage } from "#http/page/serve-page";
import { visit } from "#testing/harness/visit";
import { world } from "#testing/harness/world";
import home from "./index.ts";

/** What a browser receives. */
async function html() {
  const w = await world();
  const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const request = {
    method: "GET",
    path: "/",
    query: "",
    headers: { accept },
    ip: "192.0.2.1",
    body: async () => new Uint8Array(),
  };
  const host = { version: "1.2.3", store: w.context.store.kind };
  return { w, ...(await servePage(home, { request, host, context: async () => w.context }, w.context)) };
}

test("a program gets JSON that describes the server and links to its pages", async () => {
  const w = await world();
  for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }] as Record<string, string>[]) {
    const { status, headers: responseHeaders, body } = await visit(w, home, headers);
    expect([status, responseHeaders.vary, body.name, body.version]).toStrictEqual([200, "accept", "Atrium", "1.2.3"]);
    expect(body.links.documentation).toBe("/docs");
  }
});

test("a browser gets a page that contacts no other server, can't be framed, and loads only files below /docs", async () => {
  const { status, headers, body } = await html();
  expect([status, headers["content-type"], headers.vary]).toStrictEqual([200, "text/html; charset=utf-8", "accept"]);
  expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  const filePaths = [...body.matchAll(/(?:src="|<link[^>]* href=")([^"]+)"/g)].map(([, path]) => String(path));
  expect(filePaths.length).toBeGreaterThan(2);
  for (const path of filePaths) expect(path).toMatch(/^\/docs\/home\.\w+$/);
});

test("the page shows a stranger no id, no token and no request", async () => {
  const { w, body } = await html();
  for (const secret of [w.tenant.apiKeyId, w.tenant.authToken, w.tenant.workspaceId])
    expect(body).not.toContain(secret);
  expect(body).not.toMatch(/\b(ak|ws|at|wt)_/);
});
