import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";
import { onReusedConnections } from "./testing/reused-connections.ts";

const openBrowser = browserOfFile();

/** The console, whose server withholds the script of the Live page until the test allows it. */
async function openWithoutLive() {
  const { w, url } = await servingDocs({ docsFolder });
  const { page, problems } = await openConsole(openBrowser);
  const server = { sendsLive: false };
  await page.route("**/console/assets/page-*.js", async (route) => {
    const response = await route.fetch(onReusedConnections);
    const isLive = (await response.text()).includes(".personHelp");
    await (isLive && !server.sendsLive ? route.abort() : route.fulfill({ response }));
  });
  await page.goto(await linkTo(w, url, false));
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const loads = { count: 0 };
  page.on("load", () => loads.count++);
  const live = page.getByRole("link", { name: "Live" });
  return { page, problems, server, loads, live, failure: page.getByText("The server did not send this page") };
}

testUnless(noBrowser)(
  "a page whose script fails to load says so within the frame, and opens by itself later",
  async () => {
    const { page, problems, server, loads, live, failure } = await openWithoutLive();
    await page.context().setOffline(true);
    await live.click();
    await failure.waitFor();
    expect(await live.isVisible()).toBe(true);
    await page.getByRole("main").getByRole("button", { name: "Try again" }).last().click();
    // One of the two requests comes from the button, the other from the page itself.
    for (const _ of [1, 2]) await page.waitForEvent("requestfailed", (request) => request.url().endsWith("/console"));
    await page.context().setOffline(false);
    server.sendsLive = true;
    await page.getByRole("heading", { name: "Live", exact: true }).waitFor();
    expect(loads.count).toBe(0);
    expect(problems).toStrictEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
);

testUnless(noBrowser)("if the server has a new version, the console reloads by itself, once", async () => {
  const { page, problems, loads, live, failure } = await openWithoutLive();
  let pages = 0;
  // Each version has another name for its first script.
  await page.route(/\/console(\/live)?(\?.*)?$/, async (route) => {
    const response = await route.fetch(onReusedConnections);
    const body = (await response.text()).replace(/\/main-\w+\.js/, `$&?${++pages}`);
    await route.fulfill({ response, body });
  });
  const loadEvent = page.waitForEvent("load");
  await live.click();
  await loadEvent;
  await failure.waitFor();
  const before = pages;
  while (pages < before + 2) await page.waitForResponse(/\/console$/);
  expect(loads.count).toBe(1);
  expect(problems).toStrictEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
