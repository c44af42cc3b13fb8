import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../../testing/browser.ts";
import { docsFolder } from "../../testing/built-server.ts";
import { servingDocs } from "../../testing/seeded-docs.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("a page that needs JavaScript says so if it is switched off", async () => {
  const { url } = await servingDocs({ docsFolder });
  const page = await (await openBrowser({ javaScriptEnabled: false })).newPage();
  for (const path of ["/console", "/console/data", "/demo", "/mail"]) {
    await page.goto(url + path);
    expect([path, await page.locator("body").innerText()]).toStrictEqual([
      path,
      expect.stringContaining("needs JavaScript, which this browser has switched off"),
    ]);
  }
});
