import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("the example of an endpoint that reads is about an organization that exists", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "globe", organizationName: "Globe" }] });
  await w.ok("/v2/users/add", { organizationId: "globe", users: [{ userId: "lin", name: "Lin Chen", email: "" }] });
  const { page, problems } = await openConsole(openBrowser);
  await page.goto(await linkTo(w, url, false));
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.goto(`${url}/console/try?endpoint=/v2/users/get`);
  const organizationId = page.getByLabel("organizationId (required)");
  await organizationId.waitFor();
  expect(await organizationId.inputValue()).toBe("globe");
  await page.getByRole("button", { name: "Make the call" }).click();
  await page.getByText("Lin Chen").waitFor();
  expect(problems).toStrictEqual([]);
});
