import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { endpoints } from "@atrium/functions/endpoints";
import type { Page } from "playwright-core";
import { noBrowser, startBrowser } from "../../testing/browser.ts";
import { openSession } from "../../testing/docs-session.ts";
import { servingDocs, servingSeededDocs } from "../../testing/seeded-docs.ts";
import { docsLink, issueLinkCode } from "./link-codes.ts";

const skip = noBrowser;

/** A page in a new browser, and what went wrong or elsewhere while it was used. */
async function openPage(t: TestContext, colorScheme: "light" | "dark" = "light") {
  const browser = await startBrowser(t);
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

/** Where requests went beside the server: nowhere, but to what the page itself holds. */
function elsewhere(requested: readonly string[], url: string): string[] {
  return requested.filter((one) => !one.startsWith(`${url}/`) && !/^(data|blob):/.test(one));
}

/**
 * Opens the operation at a path and sends its call as it is filled in.
 * @param credentials are typed into the fields of its authentication first, in their order.
 * @returns what was answered.
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

test("the page shows the endpoints by area, and asks nobody but its server", { skip }, async (t) => {
  const { url } = await servingDocs(t);
  const { page, problems, requested } = await openPage(t);
  await page.goto(`${url}/docs`);
  await page.getByRole("heading", { name: "Atrium", exact: true }).waitFor();
  const sidebar = page.getByRole("complementary", { name: "Sidebar for Atrium" });
  for (const group of ["Version 2", "Version 1", "Webhooks"])
    await sidebar.getByText(group, { exact: true }).first().waitFor();
  await sidebar.getByRole("button", { name: "Open Group - Users", exact: true }).click();
  const listed = endpoints.filter(({ path }) => path.startsWith("/v2/users/"));
  for (const { path } of listed) await sidebar.getByText(path, { exact: true }).first().waitFor();
  assert.ok(listed.length > 5);
  assert.equal(await page.getByRole("main").count(), 1);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  assert.match(await page.title(), /Atrium/);
  assert.deepEqual(problems, []);
  assert.deepEqual(elsewhere(requested, url), []);
});

/** A server over the demo, and a page that was opened by a link to it. */
async function openByLink(t: TestContext, colorScheme?: "light" | "dark") {
  const { w, url } = await servingSeededDocs(t);
  const code = await issueLinkCode(w.context.store, w.context.now());
  const opened = await openPage(t, colorScheme);
  await opened.page.goto(docsLink(url, code));
  await opened.page.getByText("are filled in with the demo workspace").waitFor();
  return { ...opened, url, code };
}

test("a call from the page is answered by the server, with the demo filled in: of a key", { skip }, async (t) => {
  const { page, problems, requested, url } = await openByLink(t);
  await page.goto(`${url}/docs#tag/users/POST/v2/users/get`);
  const { status, path, body } = await sendCall(page, "/v2/users/get");
  assert.deepEqual([status, path], [200, "/v2/users/get"]);
  assert.ok(body.result.data.length > 3);
  assert.deepEqual(problems, []);
  assert.deepEqual(elsewhere(requested, url), []);
});

test("a call from the page is answered by the server, with the demo filled in: of a workspace", { skip }, async (t) => {
  const { page, problems, requested, url } = await openByLink(t, "dark");
  await page.goto(`${url}/docs#tag/workspace/POST/v2/workspace/get`);
  const { status, path, body } = await sendCall(page, "/v2/workspace/get");
  assert.deepEqual([status, path, body.result.data.name], [200, "/v2/workspace/get", "Meridian Press"]);
  assert.deepEqual(problems, []);
  assert.deepEqual(elsewhere(requested, url), []);
});

test("the code leaves the address bar, is not in a request's address, and its session ends with the tab", {
  skip,
}, async (t) => {
  const { page, problems, requested, url, code } = await openByLink(t);
  assert.ok(!page.url().includes("code"), page.url());
  assert.deepEqual(
    requested.filter((one) => one.includes(code)),
    [],
  );
  assert.doesNotMatch(await page.evaluate<string>("JSON.stringify(localStorage)"), /[aw]t_\w{20,}/);
  await page.reload();
  await page.getByText("are filled in with the demo workspace").waitFor();
  const other = await page.context().newPage();
  await other.goto(`${url}/docs`);
  await other.getByText("Try it: type in credentials").waitFor();
  assert.deepEqual(problems, []);
});

test("a link that was used says so and how to get another one, which works in the same tab", { skip }, async (t) => {
  const { w, url } = await servingSeededDocs(t);
  const newCode = () => issueLinkCode(w.context.store, w.context.now());
  const code = await newCode();
  await openSession(url, code);
  const { page } = await openPage(t);
  await page.goto(docsLink(url, code));
  const alert = page.getByRole("alert").filter({ hasText: "This link is not valid" });
  await alert.getByText("`npx atrium open` prints a new one").waitFor();
  await page.getByText("Try it: type in credentials").waitFor();
  assert.ok(!page.url().includes("code"), page.url());
  await page.goto(docsLink(url, await newCode()));
  await page.getByText("are filled in with the demo workspace").waitFor();
  assert.ok(!page.url().includes("code"), page.url());
  assert.equal(await page.getByRole("alert").filter({ hasText: "This link" }).count(), 0);
});

test("without a code the page has no credentials, and works with those that are typed in", { skip }, async (t) => {
  const { w, url } = await servingSeededDocs(t);
  const { credentials } = await openSession(url, await issueLinkCode(w.context.store, w.context.now()));
  const { page, problems } = await openPage(t);
  await page.goto(`${url}/docs#tag/workspace/POST/v2/workspace/get`);
  await page.getByText("x-service-workspace-id").first().waitFor();
  const fields = await page.locator("input, [contenteditable]").evaluateAll((all) => all.map((one) => one.textContent));
  const shown = [...fields, await page.content()].join("\n");
  for (const secret of Object.values(credentials)) assert.ok(!shown.includes(secret), "a credential is shown");
  const { workspaceId, workspaceAuthToken } = credentials;
  const { body } = await sendCall(page, "/v2/workspace/get", [workspaceId, workspaceAuthToken]);
  assert.equal(body.result.data.name, "Meridian Press");
  assert.deepEqual(problems, []);
});

test("the page follows the colours that the reader prefers", { skip }, async (t) => {
  const { url } = await servingDocs(t);
  const lightness: number[] = [];
  for (const scheme of ["light", "dark"] as const) {
    const { page } = await openPage(t, scheme);
    await page.goto(`${url}/docs`);
    await page.getByRole("heading", { name: "Atrium", exact: true }).waitFor();
    const colour = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    lightness.push(Number(/\d+/.exec(colour)?.[0]));
  }
  const [light = 0, dark = 255] = lightness;
  assert.ok(light > 200 && dark < 60, `light ${light}, dark ${dark}`);
});
