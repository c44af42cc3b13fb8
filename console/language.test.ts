import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";
import { onReusedConnections } from "./testing/reused-connections.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)(
  "the console opens in the language of the browser, can be read in another one, and remembers the choice",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const { page, problems } = await openConsole(openBrowser, 1280, "de-DE");
    const german = page.getByRole("heading", { name: "Übersicht" });
    const english = page.getByRole("heading", { name: "Overview" });
    const languageOfPage = () => page.locator("html").getAttribute("lang");
    await page.goto(await linkTo(w, url, false));
    await german.waitFor();
    expect(await languageOfPage()).toBe("de");
    await page.getByRole("button", { name: "Einstellungen" }).click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await english.waitFor();
    await page.reload();
    await english.waitFor();
    expect(await languageOfPage()).toBe("en");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
    await german.waitFor();
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("the console opens in English while the texts of another language do not load", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const { page, problems } = await openConsole(openBrowser, 1280, "de-DE");
  await page.route("**/console/assets/page-*.js", async (route) => {
    const response = await route.fetch(onReusedConnections);
    const isGerman = (await response.text()).includes("Einstellungen");
    await (isGerman ? route.abort() : route.fulfill({ response }));
  });
  await page.goto(await linkTo(w, url, false));
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.unrouteAll({ behavior: "wait" });
  await page.reload();
  await page.getByRole("heading", { name: "Übersicht" }).waitFor();
  expect(problems).toStrictEqual([]);
});
