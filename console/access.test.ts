import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("an access answer names its question, and disappears when the question is edited", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const users = [{ userId: "lin", name: "Lin Chen", email: "", accessRole: "viewer" }];
  await w.ok("/v2/users/add", { organizationId: "acme", users });
  const { page, problems } = await openConsole(openBrowser);
  const question = "/console/access?organization=acme&user=lin#";
  await page.goto((await linkTo(w, url, false)).replace("/console#", question));
  const yes = page.getByText("Yes: Lin Chen may read the organization acme");
  await yes.waitFor();
  await page.getByLabel("Action", { exact: true }).selectOption("write");
  await page.getByText("The question has changed").waitFor();
  expect(await yes.count()).toBe(0);
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("No: Lin Chen may not change the organization acme").waitFor();
  // Restoring the original question brings its answer back.
  await page.getByLabel("Action", { exact: true }).selectOption("read");
  await page.getByLabel("Action", { exact: true }).selectOption("write");
  await page.getByText("No: Lin Chen may not change the organization acme").waitFor();
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("the field of the id and the controls of grants name what they concern", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const organizationId = "acme";
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId }] });
  await w.ok("/v2/organizations/documents/add", { organizationId, documents: [{ documentId: "plan" }] });
  await w.ok("/v2/users/add", { organizationId, users: [{ userId: "lin", name: "Lin Chen", email: "" }] });
  const { page, problems } = await openConsole(openBrowser);
  const question = "/console/access?organization=acme&user=lin&what=document&id=plan#";
  await page.goto((await linkTo(w, url, false)).replace("/console#", question));
  expect(await page.getByLabel("Document id").inputValue()).toBe("plan");
  await page.getByRole("button", { name: "Add a grant: acme" }).waitFor();
  await page.getByRole("button", { name: "Add a grant: plan" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Change: plan" }).waitFor();
  await page.getByRole("button", { name: "Revoke: plan" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Add a grant: plan" }).waitFor();
  expect(problems).toStrictEqual([]);
});
