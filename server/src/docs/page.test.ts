import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserOfFile, noBrowser } from "../../testing/browser.ts";
import { docsFolder } from "../../testing/built-server.ts";
import { openSession } from "../../testing/docs-session.ts";
import { servingDocs, servingSeededDocs } from "../../testing/seeded-docs.ts";
import { issueLinkCode, linkWithCode } from "./link-codes.ts";

const openBrowser = browserOfFile();

const skip = noBrowser;

/** A page in a new browser, with its errors and its requests to other servers. */
async function openPage({ colorScheme, width = 1280 }: { colorScheme?: "light" | "dark"; width?: number } = {}) {
  const context = await openBrowser({ colorScheme, viewport: { width, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  const problems: string[] = [];
  const requested: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => requested.push(request.url()));
  return { page, problems, requested };
}

/** Requests to other servers; there must be none. */
function elsewhere(requested: readonly string[], url: string): string[] {
  return requested.filter((one) => !one.startsWith(`${url}/`) && !/^(data|blob):/.test(one));
}

const filledIn = "are filled in with the demo workspace";

/** Sends the call of the page with its default values, and waits until the reply is shown. */
async function sendCall(page: Page) {
  const answered = page.waitForResponse((response) => !response.url().includes("/docs/"));
  await page.getByRole("button", { name: "Send" }).click();
  const response = await answered;
  await page.getByRole("heading", { name: `${response.status()} ` }).waitFor();
  return { status: response.status(), path: new URL(response.url()).pathname, body: await response.json() };
}

/** A page opened with a link to the server's demo. */
async function openByLink(options?: Parameters<typeof openPage>[0]) {
  const { w, url } = await servingSeededDocs({ docsFolder });
  const code = await issueLinkCode(w.context.store, w.context.now());
  const opened = await openPage(options);
  await opened.page.goto(linkWithCode(url, "/docs", code));
  await opened.page.getByText(filledIn).waitFor();
  return { ...opened, w, url, code };
}

testUnless(skip)(
  "the sidebar links to every page by its summary, and the pages load nothing from other servers",
  async () => {
    const { url } = await servingDocs({ docsFolder });
    const { page, problems, requested } = await openPage();
    await page.goto(`${url}/docs`);
    const sidebar = page.getByRole("navigation", { name: "Documentation" });
    await sidebar.getByText("Users", { exact: true }).click();
    await sidebar.getByRole("link", { name: "Add users to an organization", exact: true }).click();
    await page.getByText("POST /v2/users/add").waitFor();
    expect(await sidebar.locator("a", { hasText: /\/v[12]\// }).count()).toBe(0);
    expect(await page.getByRole("main").count()).toBe(1);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    expect(await page.title()).toMatch(/Atrium/);
    expect(problems).toStrictEqual([]);
    expect(elsewhere(requested, url)).toStrictEqual([]);
  },
);

testUnless(skip)(
  "tables can be read on a phone: each cell has the whole width and the title of its column",
  async () => {
    const { url } = await servingDocs({ docsFolder });
    const { page } = await openPage({ width: 390 });
    await page.goto(`${url}/docs/operating/settings`);
    const row = page.getByRole("row").filter({ has: page.getByText("ATRIUM_DATA", { exact: true }) });
    const cells = row.getByRole("cell");
    expect(await cells.count()).toBe(3);
    for (const cell of await cells.all()) expect((await cell.boundingBox())?.width).toBeGreaterThan(300);
    const title = `getComputedStyle(document.querySelector("td + td"), "::before").content`;
    expect(await page.evaluate(title)).toBe('"default"');
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await page.goto(`${url}/docs/operating/metrics`);
    await page.getByRole("heading", { name: "Figures", exact: true }).waitFor();
    const emptyCells = await page.locator("td:empty").all();
    expect(emptyCells.length).toBeGreaterThan(0);
    for (const cell of emptyCells) expect(await cell.isVisible()).toBe(false);
  },
);

testUnless(skip)("a printed page has its text and whole samples, without menu, search and buttons", async () => {
  const { url } = await servingDocs({ docsFolder });
  const { page } = await openPage({ width: 794 });
  await page.goto(`${url}/docs/guides/webhooks`);
  await page.getByRole("button", { name: "Copy" }).first().waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("heading", { name: "Make an endpoint" }).isVisible()).toBe(true);
  for (const one of [page.getByRole("searchbox"), page.getByRole("button", { name: /Menu|Copy/ })])
    expect(await one.count()).toBe(0);
  const cut = "[...document.querySelectorAll('pre')].filter((one) => one.scrollWidth > one.clientWidth).length";
  expect(await page.evaluate(cut)).toBe(0);
});

testUnless(skip)("in a table no word of code is broken on a wide page", async () => {
  const { url } = await servingDocs({ docsFolder });
  const { page } = await openPage();
  await page.goto(`${url}/docs/operating/settings`);
  const name = page.getByRole("cell").getByText("ATRIUM_PUBLIC_URL", { exact: true }).first();
  // Two lines would be at least 40 px high.
  expect((await name.boundingBox())?.height).toBeLessThan(30);
});

testUnless(skip)("a search without an answer from the server says so, and works once the server is back", async () => {
  const { url } = await servingDocs({ docsFolder });
  const { page, problems } = await openPage();
  await page.goto(`${url}/docs`);
  const results = page.locator("#results");
  const field = page.getByLabel("Search");
  const index = "**/search*.json";
  await page.route(index, (route) => route.fulfill({ status: 502, body: "<h1>502 Bad Gateway</h1>" }));
  await field.fill("web");
  await results.getByText("The server is not responding").waitFor();
  await page.unroute(index);
  await page.route(index, (route) => route.abort());
  await field.fill("webhook");
  await results.getByText("The server is not responding").waitFor();
  await page.unroute(index);
  await field.fill("webhooks");
  await results.getByRole("link").first().waitFor();
  // The browser reports the failed requests, and nothing else.
  expect(problems.filter((problem) => !problem.startsWith("Failed to load resource"))).toStrictEqual([]);
});

testUnless(skip)("the search finds guides, endpoints and events, and the keyboard opens the results", async () => {
  const { url } = await servingDocs({ docsFolder });
  const { page, problems } = await openPage();
  await page.goto(`${url}/docs`);
  const results = page.locator("#results");
  for (const [query, result] of [
    ["reaction_add", "comment.reaction_add"],
    ["users/add", "Add users to an organization"],
    ["verify", "Webhooks: Receive and verify"],
    ["idempotncy", "Idempotency"],
  ] as const) {
    await page.keyboard.press("/");
    await page.getByRole("searchbox").fill(query);
    await results.getByRole("link", { name: result }).first().waitFor();
  }
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/guides/idempotency*");
  expect(problems).toStrictEqual([]);
});

testUnless(skip)(
  "samples come in three languages, the reader's choice is kept, and they follow the typed values",
  async () => {
    const { url } = await servingDocs({ docsFolder });
    const { page } = await openPage();
    await page.goto(`${url}/docs/v2/users/get`);
    const snippets = page.locator("#snippets");
    expect(await snippets.getByRole("button", { name: /client|curl|Python/ }).allTextContents()).toStrictEqual([
      "@atrium/client",
      "curl",
      "Python",
    ]);
    await snippets.getByRole("button", { name: "curl" }).click();
    await page.goto(`${url}/docs/v2/users/add`);
    await snippets.getByText(`curl -sS ${url}/v2/users/add`).waitFor();
    await page.getByLabel("Body").fill('{ "data": { "organizationId": "globex" } }');
    await snippets.locator("[data-language=sh]").getByText('"organizationId": "globex"').waitFor();
    await page.getByLabel("Body").fill('{ "data": ');
    expect(await snippets.textContent()).toContain('"organizationId": "globex"');
  },
);

testUnless(skip)("a call of a key from the page is answered by the server, with the demo filled in", async () => {
  const { page, problems, requested, url } = await openByLink();
  await page.goto(`${url}/docs/v2/users/get`);
  const { status, path, body } = await sendCall(page);
  expect([status, path]).toStrictEqual([200, "/v2/users/get"]);
  expect(body.result.data.length > 3).toBe(true);
  expect(problems).toStrictEqual([]);
  expect(elsewhere(requested, url)).toStrictEqual([]);
});

testUnless(skip)("a call of a workspace and one with GET are answered by the server", async () => {
  const { page, problems, requested, url } = await openByLink({ colorScheme: "dark" });
  await page.goto(`${url}/docs/v2/workspace/get`);
  const { status, body } = await sendCall(page);
  expect([status, body.result.data.name]).toStrictEqual([200, "Meridian Press"]);
  await page.goto(`${url}/docs/well-known/jwks`);
  expect((await sendCall(page)).body.keys.length).toBeGreaterThan(0);
  expect(problems).toStrictEqual([]);
  expect(elsewhere(requested, url)).toStrictEqual([]);
});

testUnless(skip)("a stream is followed with a token that the page signs, until the reader stops it", async () => {
  const { page, problems, url } = await openByLink();
  await page.goto(`${url}/docs/v2/documents/stream`);
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator("#answer").getByText("event: ready").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
  expect(problems).toStrictEqual([]);
});

testUnless(skip)(
  "on a phone nothing is wider than the screen, and the answer to a call scrolls into view",
  async () => {
    const { page, problems, url } = await openByLink({ width: 390 });
    for (const path of ["/docs", "/docs/guides/webhooks", "/docs/events/comment-add", "/docs/v2/users/get"]) {
      await page.goto(url + path);
      expectWithContext(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(390);
    }
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Read the users of an organization" }).click();
    await page.waitForURL("**/docs/v2/users/get");
    await sendCall(page);
    await page.waitForFunction(
      "(() => { const { top } = document.querySelector('#answer h3').getBoundingClientRect(); return top >= 0 && top < innerHeight; })()",
    );
    expect(problems).toStrictEqual([]);
  },
);

testUnless(skip)("a link that is used beyond the rate limit is kept, and a reload opens the demo with it", async () => {
  const { w, url } = await servingSeededDocs({ docsFolder });
  const code = await issueLinkCode(w.context.store, w.context.now());
  const { page } = await openPage();
  const refusal = {
    status: 429,
    headers: { "retry-after": "41" },
    json: { error: { status: "RESOURCE_EXHAUSTED" } },
  };
  await page.route("**/docs/session", (route) => route.fulfill(refusal), { times: 1 });
  await page.goto(linkWithCode(url, "/docs", code));
  await page.getByText("Reload this page in 41 seconds: your link is kept.").waitFor();
  await page.reload();
  await page.getByText(filledIn).waitFor();
  expect(await page.evaluate("sessionStorage.getItem('atrium-link-code')")).toBeNull();
});

testUnless(skip)(
  "the code leaves the address bar, is not in a request's address, and its session ends with the tab",
  async () => {
    const { page, problems, requested, url, code } = await openByLink();
    expectWithContext(page.url(), page.url()).not.toContain("code");
    expect(requested.filter((one) => one.includes(code))).toStrictEqual([]);
    expect(await page.evaluate<string>("JSON.stringify(localStorage)")).not.toMatch(/[aw]t_\w{20,}/);
    await page.reload();
    await page.getByText(filledIn).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${url}/docs`);
    await other.getByText("Type in credentials").waitFor();
    expect(problems).toStrictEqual([]);
  },
);

testUnless(skip)("a used link says so and how to get a new one, which works in the same tab", async () => {
  const { w, url } = await servingSeededDocs({ docsFolder });
  const newCode = () => issueLinkCode(w.context.store, w.context.now());
  const code = await newCode();
  await openSession(url, code);
  const { page } = await openPage();
  await page.goto(linkWithCode(url, "/docs", code));
  const alert = page.getByRole("alert").filter({ hasText: "This link is not valid" });
  await alert.getByText("npx atrium open prints a new one").waitFor();
  expect(await alert.getByRole("code").textContent()).toBe("npx atrium open");
  await page.getByText("Type in credentials").first().waitFor();
  expectWithContext(page.url(), page.url()).not.toContain("code");
  await page.goto(linkWithCode(url, "/docs", await newCode()));
  await page.getByText(filledIn).waitFor();
  expectWithContext(page.url(), page.url()).not.toContain("code");
  expect(await page.getByRole("alert").filter({ hasText: "This link" }).count()).toBe(0);
});

testUnless(skip)(
  "without a code the page has no credentials, and works with those that the reader types in",
  async () => {
    const { w, url } = await servingSeededDocs({ docsFolder });
    const { credentials } = await openSession(url, await issueLinkCode(w.context.store, w.context.now()));
    const { page, problems } = await openPage();
    await page.goto(`${url}/docs/v2/workspace/get`);
    await page.getByText("Type in credentials").waitFor();
    for (const secret of Object.values(credentials))
      expectWithContext(await page.content(), "a credential is shown").not.toContain(secret);
    await page.getByText("Credentials", { exact: true }).click();
    await page.getByLabel("x-service-workspace-id").fill(String(credentials.workspaceId));
    await page.getByLabel("x-service-workspace-auth-token").fill(String(credentials.workspaceAuthToken));
    expect((await sendCall(page)).body.result.data.name).toBe("Meridian Press");
    expectWithContext(await page.locator("#snippets").textContent(), "a sample shows a credential").not.toContain(
      credentials.workspaceAuthToken,
    );
    expect(problems).toStrictEqual([]);
  },
);

testUnless(skip)("a call that gets no answer says that the server can't be reached", async () => {
  const { page, url } = await openByLink();
  await page.goto(`${url}/docs/v2/users/get`);
  const send = page.getByRole("button", { name: "Send" });
  await page.route("**/v2/users/get", (route) => route.abort("connectionrefused"));
  await send.click();
  await page.getByRole("heading", { name: "No answer: the server can't be reached. Is it running?" }).waitFor();
  await page.unroute("**/v2/users/get");
  expect((await sendCall(page)).status).toBe(200);
});

testUnless(skip)("the page follows the colours that the reader prefers", async () => {
  const { url } = await servingDocs({ docsFolder });
  const lightness: number[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await openPage({ colorScheme });
    await page.goto(`${url}/docs`);
    const colour = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    lightness.push(Number(/\d+/.exec(colour)?.[0]));
  }
  const [light = 0, dark = 255] = lightness;
  expectWithContext(light > 200 && dark < 60, `light ${light}, dark ${dark}`).toBe(true);
});
