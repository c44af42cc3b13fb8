import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

const pages = [
  { path: "/live?document=plan&user=ada", said: "Choose an organization, a document and a person" },
  { path: "/notifications?tab=outcomes", said: "Choose an organization" },
];

for (const { path, said } of pages)
  testUnless(noBrowser)(
    `an organization field that was cleared stays empty, and no data is shown: ${path}`,
    async () => {
      const { w, url } = await servingDocs({ docsFolder });
      await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
      const { page, problems } = await openConsole(openBrowser);
      await page.goto((await linkTo(w, url, false)).replace("/console#", `/console${path}#`));
      const organization = page.getByRole("main").getByLabel("Organization", { exact: true });
      // The page opens with the first organization.
      await page.locator("main input[value=acme]").waitFor();
      expect(await page.getByText(said, { exact: true }).count()).toBe(0);
      await organization.fill("");
      await page.getByText(said, { exact: true }).waitFor();
      expect(await organization.inputValue()).toBe("");
      await page.reload();
      await page.getByText(said, { exact: true }).waitFor();
      expect(await organization.inputValue()).toBe("");
      expect(problems).toStrictEqual([]);
    },
  );
