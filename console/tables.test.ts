import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("the titles of the columns stay in view while a long table is scrolled", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const documents = Array.from({ length: 100 }, (_, n) => ({ documentId: `d${n}`, documentName: `Document ${n}` }));
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  const { page } = await openConsole(openBrowser);
  const path = "/console/data/organization?organization=acme";
  await page.goto((await linkTo(w, url, false)).replace("/console#", `${path}#`));
  const title = page.getByRole("columnheader", { name: "Changed" });
  await title.waitFor();
  const top = async () => (await title.boundingBox())?.y;
  const before = await top();
  await page.getByText("Document 1", { exact: true }).hover();
  await page.mouse.wheel(0, 800);
  await page.getByText("Document 1", { exact: true }).waitFor({ state: "hidden" });
  expect(await top()).toBe(before);
});
