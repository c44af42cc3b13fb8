import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)(
  "the heading of a receiver is its address alone, and the button beside it copies it",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    await w.ok("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features: { advancedWebhooks: true } });
    await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
    const { path } = (await w.ok("/v2/workspace/inspectors/create", {})).data;
    const { page, problems } = await openConsole(openBrowser, 390);
    await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/webhooks?tab=receivers#"));
    await page.getByRole("heading", { name: url + path, exact: true }).waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("main").getByRole("button", { name: "Copy" }).click();
    await page.getByRole("main").getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(url + path);
    expect(problems).toStrictEqual([]);
  },
);
