import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("the console says that it is loading until its scripts have arrived", async () => {
  const { url } = await servingDocs({ docsFolder });
  const { page, problems } = await openConsole(openBrowser);
  const arrival = Promise.withResolvers<void>();
  await page.route("**/console/assets/main-*.js", async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`${url}/console`, { waitUntil: "commit" });
  const loading = page.getByText("Loading …");
  await loading.waitFor();
  arrival.resolve();
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  expect(await loading.count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("without scripts the console says only that it needs them", async () => {
  const { url } = await servingDocs({ docsFolder });
  const page = await (await openBrowser({ javaScriptEnabled: false })).newPage();
  await page.goto(`${url}/console`);
  await page.locator("noscript").waitFor();
  expect(await page.getByText("Loading …").isVisible()).toBe(false);
});
