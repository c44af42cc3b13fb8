import { callEndpoints } from "@atrium/functions/endpoints";
import { expectWithContext } from "@atrium/functions/testing/harness/context";
import { testUnless } from "@atrium/functions/testing/harness/skip";
import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { noBrowser, startBrowser } from "../../testing/browser.ts";
import { openSession } from "../../testing/docs-session.ts";
import { servingDocs, servingSeededDocs } from "../../testing/seeded-docs.ts";
import { docsLink, issueLinkCode } from "./link-codes.ts";

const skip = noBrowser;

/** A page in a new browser, with its errors and its requests elsewhere. */
async function openPage(colorScheme: "light" | "dark" = "light") {
  const browser = await startBrowser();
  const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 800 } });
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

/** Requests to other servers, of which there must be none. */
function elsewhere(requested: readonly string[], url: string): string[] {
  return requested.filter((one) => !one.startsWith(`${url}/`) && !/^(data|blob):/.test(one));
}

/**
 * Opens the operation at a path and sends its call with the default values.
 * @param credentials are typed into its authentication fields first, in order.
 * @returns the reply.
 */
async function sendCall(page: Page, path: string, credentials: (string | undefined)[] = []) {
  const test = page.getByRole("button", { name: new RegExp(`Test Request.*${path}\\b`, "i") });
  await test.first().click();
  const dialog = page.getByRole("dialog");
  const fields = dialog.locator("input:not([type=checkbox])");
  for (const [i, value = ""] of credentials.entries()) await fields.nth(i).fill(value);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await dialog.getByRole("button", { name: /^Send/ }).first().click();
  const response = await answered;
  await dialog.getByText("200 OK").first().waitFor();
  return { status: response.status(), path: new URL(response.url()).pathname, body: await response.json() };
}

testUnless(skip)("the page shows the endpoints by area, and asks nobody but its server", async () => {
  const { url } = await servingDocs();
  const { page, problems, requested } = await openPage();
  await page.goto(`${url}/docs`);
  await page.getByRole("heading", { name: "Atrium", exact: true }).waitFor();
  const sidebar = page.getByRole("complementary", { name: "Sidebar for Atrium" });
  for (const group of ["Version 2", "Version 1", "Webhooks"])
    await sidebar.getByText(group, { exact: true }).first().waitFor();
  await sidebar.getByRole("button", { name: "Open Group - Users", exact: true }).click();
  const listed = callEndpoints.filter(({ path }) => path.startsWith("/v2/users/"));
  for (const { path } of listed) await sidebar.getByText(path, { exact: true }).first().waitFor();
  expect(listed.length).toBeGreaterThan(5);
  expect(await page.getByRole("main").count()).toBe(1);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  expect(await page.title()).toMatch(/Atrium/);
  expect(problems).toStrictEqual([]);
  expect(elsewhere(requested, url)).toStrictEqual([]);
});

testUnless(skip)(
  "a link that comes while too many are tried is kept, and a reload opens the demo with it",
  async () => {
    const { w, url } = await servingSeededDocs();
    const code = await issueLinkCode(w.context.store, w.context.now());
    const { page } = await openPage();
    const refusal = {
      status: 429,
      headers: { "retry-after": "41" },
      json: { error: { status: "RESOURCE_EXHAUSTED" } },
    };
    await page.route("**/docs/session", (route) => route.fulfill(refusal), { times: 1 });
    await page.goto(docsLink(url, code));
    await page.getByText("Reload this page in 41 seconds: your link is kept.").waitFor();
    await page.reload();
    await page.getByText("are filled in with the demo workspace").waitFor();
    expect(await page.evaluate("sessionStorage.getItem('atrium-link-code')")).toBeNull();
  },
);

/** A server over the demo, and a page that was opened by a link to it. */
async function openByLink(colorScheme?: "light" | "dark") {
  const { w, url } = await servingSeededDocs();
  const code = await issueLinkCode(w.context.store, w.context.now());
  const opened = await openPage(colorScheme);
  await opened.page.goto(docsLink(url, code));
  await opened.page.getByText("are filled in with the demo workspace").waitFor();
  return { ...opened, url, code };
}

testUnless(skip)("a call from the page is answered by the server, with the demo filled in: of a key", async () => {
  const { page, problems, requested, url } = await openByLink();
  await page.goto(`${url}/docs#tag/users/POST/v2/users/get`);
  const { status, path, body } = await sendCall(page, "/v2/users/get");
  expect([status, path]).toStrictEqual([200, "/v2/users/get"]);
  expect(body.result.data.length > 3).toBe(true);
  expect(problems).toStrictEqual([]);
  expect(elsewhere(requested, url)).toStrictEqual([]);
});

testUnless(skip)(
  "a call from the page is answered by the server, with the demo filled in: of a workspace",
  async () => {
    const { page, problems, requested, url } = await openByLink("dark");
    await page.goto(`${url}/docs#tag/workspace/POST/v2/workspace/get`);
    const { status, path, body } = await sendCall(page, "/v2/workspace/get");
    expect([status, path, body.result.data.name]).toStrictEqual([200, "/v2/workspace/get", "Meridian Press"]);
    expect(problems).toStrictEqual([]);
    expect(elsewhere(requested, url)).toStrictEqual([]);
  },
);

testUnless(skip)(
  "the code leaves the address bar, is not in a request's address, and its session ends with the tab",
  async () => {
    const { page, problems, requested, url, code } = await openByLink();
    expectWithContext(page.url(), page.url()).not.toContain("code");
    expect(requested.filter((one) => one.includes(code))).toStrictEqual([]);
    expect(await page.evaluate<string>("JSON.stringify(localStorage)")).not.toMatch(/[aw]t_\w{20,}/);
    await page.reload();
    await page.getByText("are filled in with the demo workspace").waitFor();
    const other = await page.context().newPage();
    await other.goto(`${url}/docs`);
    await other.getByText("Try it: type in credentials").waitFor();
    expect(problems).toStrictEqual([]);
  },
);

testUnless(skip)("a link that was used says so and how to get another one, which works in the same tab", async () => {
  const { w, url } = await servingSeededDocs();
  const newCode = () => issueLinkCode(w.context.store, w.context.now());
  const code = await newCode();
  await openSession(url, code);
  const { page } = await openPage();
  await page.goto(docsLink(url, code));
  const alert = page.getByRole("alert").filter({ hasText: "This link is not valid" });
  await alert.getByText("`npx atrium open` prints a new one").waitFor();
  await page.getByText("Try it: type in credentials").waitFor();
  expectWithContext(page.url(), page.url()).not.toContain("code");
  await page.goto(docsLink(url, await newCode()));
  await page.getByText("are filled in with the demo workspace").waitFor();
  expectWithContext(page.url(), page.url()).not.toContain("code");
  expect(await page.getByRole("alert").filter({ hasText: "This link" }).count()).toBe(0);
});

testUnless(skip)("without a code the page has no credentials, and works with those that are typed in", async () => {
  const { w, url } = await servingSeededDocs();
  const { credentials } = await openSession(url, await issueLinkCode(w.context.store, w.context.now()));
  const { page, problems } = await openPage();
  await page.goto(`${url}/docs#tag/workspace/POST/v2/workspace/get`);
  await page.getByText("x-service-workspace-id").first().waitFor();
  const fields = await page.locator("input, [contenteditable]").evaluateAll((all) => all.map((one) => one.textContent));
  const shown = [...fields, await page.content()].join("\n");
  for (const secret of Object.values(credentials))
    expectWithContext(shown, "a credential is shown").not.toContain(secret);
  const { workspaceId, workspaceAuthToken } = credentials;
  const { body } = await sendCall(page, "/v2/workspace/get", [workspaceId, workspaceAuthToken]);
  expect(body.result.data.name).toBe("Meridian Press");
  expect(problems).toStrictEqual([]);
});

testUnless(skip)("the page follows the colours that the reader prefers", async () => {
  const { url } = await servingDocs();
  const lightness: number[] = [];
  for (const scheme of ["light", "dark"] as const) {
    const { page } = await openPage(scheme);
    await page.goto(`${url}/docs`);
    await page.getByRole("heading", { name: "Atrium", exact: true }).waitFor();
    const colour = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    lightness.push(Number(/\d+/.exec(colour)?.[0]));
  }
  const [light = 0, dark = 255] = lightness;
  expectWithContext(light > 200 && dark < 60, `light ${light}, dark ${dark}`).toBe(true);
});
