import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { docsFolder } from "../../testing/built-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createHttpServer } from "../http-server.ts";

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

async function server() {
  const { context } = await world();
  const app = createHttpServer(context, { docsFolder });
  onTestFinished(() => app.close());
  return app;
}

test("a browser at an unknown address gets a page with links to existing pages, whose files load, and which can't be framed", async () => {
  const app = await server();
  for (const url of ["/nowhere", "/docs/nowhere", "/v2/nowhere", "/%zz", "/console/assets/x.js"]) {
    const { statusCode, headers, body } = await app.inject({ url, headers: { accept: browser } });
    expect([url, statusCode, headers["content-type"]]).toStrictEqual([url, 404, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
    expect([headers.vary, headers["cache-control"]]).toStrictEqual(["accept", "no-store"]);
    expect(headers["x-request-id"]).toMatch(/^req_/);
    const linked = [...body.matchAll(/href="([^"]+)"/g)].map(([, path = ""]) => path);
    expect(linked).toStrictEqual(expect.arrayContaining(["/", "/docs", "/console"]));
    for (const path of linked) expect([path, (await app.inject({ url: path })).statusCode]).toStrictEqual([path, 200]);
  }
});

test("the page gives the reason: documentation that is not built, or a wrong address", async () => {
  const app = await server();
  const { context } = await world();
  const bare = createHttpServer(context, { docsFolder: temporaryFolder() });
  onTestFinished(() => bare.close());
  const headers = { accept: browser };
  expect((await app.inject({ url: "/nowhere", headers })).body).toContain("There is no endpoint at this path.");
  expect((await app.inject({ url: "/docs/nowhere", headers })).body).toContain("The documentation begins at /docs.");
  expect((await bare.inject({ url: "/docs", headers })).body).toContain("The documentation is not built.");
});

test("all other clients get the error in JSON, and existing pages are unaffected", async () => {
  const app = await server();
  for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }] as Record<string, string>[]) {
    const reply = await app.inject({ url: "/nowhere", headers });
    expect([reply.statusCode, reply.json().error.status, reply.headers.vary]).toStrictEqual([
      404,
      "NOT_FOUND",
      "accept",
    ]);
  }
  const posted = await app.inject({ method: "POST", url: "/nowhere", headers: { accept: browser }, payload: {} });
  expect([posted.statusCode, posted.json().error.status]).toStrictEqual([404, "NOT_FOUND"]);
  const call = await app.inject({ url: "/v2/users/add", headers: { accept: browser } });
  expect([call.statusCode, call.json().error.message]).toStrictEqual([405, "The method must be POST."]);
});

test("a slash after the address of a page changes nothing", async () => {
  const app = await server();
  for (const url of ["/demo", "/mail", "/docs", "/docs/guides/errors", "/console", "/health"]) {
    const [plain, slashed] = [await app.inject({ url }), await app.inject({ url: `${url}/` })];
    expect([url, slashed.statusCode, slashed.body]).toStrictEqual([url, 200, plain.body]);
  }
});
