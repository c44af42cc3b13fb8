import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { endpoints } from "@atrium/functions/endpoints";
import type { Page } from "playwright-core";
import { noBrowser, startBrowser } from "../../testing/browser.ts";
import { servingDocs, servingSeededDocs } from "../../testing/seeded-docs.ts";

const skip = noBrowser;

/** A page in a new browser, and what went wrong or elsewhere while it was used. */
async function openPage(t: TestContext, colorScheme: "light" | "dark" = "light") {
  const browser = await startBrowser(t);
  const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
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

/** Opens the operation at a path and sends its call as it is filled in. @returns what was answered. */
async function sendCall(page: Page, path: string) {
  const test = page.getByRole("button", { name: new RegExp(`Test Request.*${path}\\b`, "i") });
  await test.first().click();
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  const dialog = page.getByRole("dialog");
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

test("a call from the page is answered by the server, with the demo filled in: of a key", { skip }, async (t) => {
  const { url } = await servingSeededDocs(t);
  const { page, problems, requested } = await openPage(t);
  await page.goto(`${url}/docs#tag/users/POST/v2/users/get`);
  const { status, path, body } = await sendCall(page, "/v2/users/get");
  assert.deepEqual([status, path], [200, "/v2/users/get"]);
  assert.ok(body.result.data.length > 3);
  assert.deepEqual(problems, []);
  assert.deepEqual(elsewhere(requested, url), []);
});

test("a call from the page is answered by the server, with the demo filled in: of a workspace", { skip }, async (t) => {
  const { url } = await servingSeededDocs(t);
  const { page, problems, requested } = await openPage(t, "dark");
  await page.goto(`${url}/docs#tag/workspace/POST/v2/workspace/get`);
  const { status, path, body } = await sendCall(page, "/v2/workspace/get");
  assert.deepEqual([status, path, body.result.data.name], [200, "/v2/workspace/get", "Meridian Press"]);
  assert.deepEqual(problems, []);
  assert.deepEqual(elsewhere(requested, url), []);
});

test("without a demo the page has no credentials", { skip }, async (t) => {
  const { url } = await servingDocs(t);
  const { page, problems } = await openPage(t);
  await page.goto(`${url}/docs#tag/users/POST/v2/users/get`);
  await page.getByText("x-service-api-key").first().waitFor();
  const fields = await page.locator("input, [contenteditable]").evaluateAll((all) => all.map((one) => one.textContent));
  for (const text of [...fields, await page.content()]) assert.doesNotMatch(text ?? "", /\bat_\w{20,}/);
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
