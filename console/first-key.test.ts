import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("of several API keys, one that has data is opened first", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const tokens = new Map([[w.tenant.apiKeyId, w.tenant.authToken]]);
  for (const type of ["testing", "production"]) {
    const { data } = await w.ok("/v2/workspace/apikey/create", { ownerEmail: "ada@example.com", type });
    tokens.set(data.apiKey, data.authToken);
  }
  // Keys are listed by their ids, which are random.
  const apiKeyId = [...tokens.keys()].sort().at(-1) ?? "";
  const tenant = { ...w.tenant, apiKeyId, authToken: tokens.get(apiKeyId) ?? "" };
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }, { tenant });
  const { page, problems } = await openConsole(openBrowser);
  await page.goto(await linkTo(w, url, false));
  await page.waitForURL(`**?key=${apiKeyId}`);
  const { page: loginPage, problems: loginProblems } = await openConsole(openBrowser);
  await loginPage.goto(`${url}/console/data`);
  await loginPage.getByLabel("Workspace id").fill(w.tenant.workspaceId);
  await loginPage.getByLabel("Workspace token").fill(w.tenant.workspaceToken);
  await loginPage.getByRole("button", { name: "Log in" }).click();
  await loginPage.getByRole("row").filter({ hasText: "acme" }).waitFor();
  expect([...problems, ...loginProblems]).toStrictEqual([]);
});
