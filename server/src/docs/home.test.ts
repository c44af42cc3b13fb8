import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { browserOfFile, noBrowser } from "../../testing/browser.ts";
import { docsFolder } from "../../testing/built-server.ts";
import { openSession } from "../../testing/docs-session.ts";
import { servingDocs, servingSeededDocs } from "../../testing/seeded-docs.ts";
import { createHttpServer } from "../http-server.ts";
import { issueLinkCode, linkWithCode } from "./link-codes.ts";

const openBrowser = browserOfFile();

/** The start page in a new browser, with its errors and its requests to other servers. */
async function openHome(address: string) {
  const page = await (await openBrowser()).newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${new URL(address).origin}/`)) problems.push(request.url());
  });
  await page.goto(address);
  return { page, problems };
}

/** The server's answer to a request for the last requests of a key. */
async function askRequests(url: string, data: unknown) {
  const response = await fetch(`${url}/docs/requests`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
  return { status: response.status, body: (await response.json()) as any };
}

const keyOf = ({ tenant: { apiKeyId, authToken } }: Pick<World, "tenant">) => ({ apiKey: apiKeyId, authToken });

testUnless(noBrowser)("a stranger sees that the server runs and where to go, and nothing of the demo", async () => {
  const { w, url } = await servingSeededDocs({ docsFolder });
  const { page, problems } = await openHome(url);
  await page.getByRole("status").getByText("Running").waitFor();
  // Mails are stored only on a one-machine host.
  expect(await page.getByRole("link").count()).toBe(w.context.store.kind === "sqlite" ? 7 : 6);
  expect(await page.getByRole("heading", { name: "From a terminal" }).isVisible()).toBe(true);
  expect(await page.getByRole("heading", { name: /demo/ }).count()).toBe(0);
  expect(await page.getByRole("row").count()).toBe(0);
  expect(await page.getByRole("link", { name: /^Shared editor/ }).getAttribute("href")).toBe("/demo");
  expect(await page.getByText("npx atrium open demo").isVisible()).toBe(true);
  await page.getByRole("link", { name: /^Documentation/ }).click();
  await page.waitForURL(`${url}/docs`);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "a visitor with a link sees the demo and its latest requests, with the reasons of refusals",
  async () => {
    const { w, url } = await servingSeededDocs({ docsFolder });
    const issue = () => issueLinkCode(w.context.store, w.context.now());
    const { credentials } = await openSession(url, await issue());
    await fetch(`${url}/v2/users/get`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-service-api-key": String(credentials.apiKey),
        "x-service-auth-token": String(credentials.authToken),
      },
      body: JSON.stringify({ data: { organizationId: "nowhere" } }),
    });
    const { page, problems } = await openHome(linkWithCode(url, "/", await issue()));
    await page.getByText("the organization meridian-press").waitFor();
    const cells = await page.getByRole("cell").allTextContents();
    expect(cells.slice(1)).toStrictEqual([
      "POST /v2/users/get",
      "404",
      expect.stringMatching(/^[\d.]+ ms$/),
      expect.stringMatching(/does not exist/),
    ]);
    expect(new URL(page.url()).hash).toBe("");
    expect(await page.locator("body").textContent()).not.toMatch(/\bat_/);
    expect(problems).toStrictEqual([]);
  },
);

test("the page leads to the shared editor only if the server has one", async () => {
  const { context } = await world();
  const app = createHttpServer(context, { demo: false });
  onTestFinished(() => app.close());
  const { body } = await app.inject({ url: "/", headers: { accept: "text/html" } });
  expect(body).toContain("npx atrium open home");
  expect(body).not.toContain("demo</code>");
  expect(body).not.toContain('"/demo"');
});

testUnless(noBrowser)("an invalid link says how to get a new link to the page", async () => {
  const { url } = await servingSeededDocs({ docsFolder });
  for (const [path, command] of [
    ["/", "npx atrium open home"],
    ["/mail", "npx atrium open mail"],
  ] as const) {
    const page = await (await openBrowser()).newPage();
    await page.goto(linkWithCode(url, path, "bogus"));
    const notice = page.getByRole("alert").filter({ hasText: "This link is not valid" });
    expect(await notice.textContent()).toBe(
      `This link is not valid: a link works once, for 5 minutes. ${command} prints a new one.`,
    );
    expect(await notice.getByRole("code").textContent()).toBe(command);
  }
});

test("an API key sees only its own requests, newest first, and nobody else sees any", async () => {
  const { w, url } = await servingDocs();
  const other = await w.newTenant();
  await w.request("/v2/users/get", { organizationId: "nowhere" });
  await w.request("/v2/organizations/get", {});
  await w.request("/v2/users/get", { organizationId: "elsewhere" }, { tenant: other });
  const { status, body } = await askRequests(url, keyOf(w));
  expect(status).toBe(200);
  const paths = body.result.data.requests.map(({ path, status }: { path: string; status: number }) => [path, status]);
  expect(paths).toStrictEqual([
    ["/v2/organizations/get", 200],
    ["/v2/users/get", 404],
  ]);
  expect(Object.keys(body.result.data.requests[1]).sort()).toStrictEqual([
    "error",
    "method",
    "ms",
    "path",
    "status",
    "time",
  ]);
  for (const wrong of [
    { ...keyOf(w), authToken: "at_guess" },
    { ...keyOf(w), apiKey: "ak_guess" },
  ])
    expect((await askRequests(url, wrong)).status).toBe(401);
  for (const wrong of [{}, null, { apiKey: 1, authToken: [] }])
    expect((await askRequests(url, wrong)).status).toBe(400);
});
