import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("a list that no server answered is read by itself when the server is back", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const { page, problems } = await openConsole(openBrowser);
  const lists = "**/v2/organizations/get";
  await page.route(lists, (route) => route.abort());
  await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/data#"));
  await page.getByText("The server does not answer").first().waitFor();
  await page.unroute(lists);
  await page.getByRole("link", { name: "Acme" }).waitFor();
  expect(problems).toStrictEqual([]);
});
