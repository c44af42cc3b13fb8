import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

/** An organization with more documents than its list shows at once. */
async function openManyDocuments() {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const documents = Array.from({ length: 100 }, (_, n) => ({ documentId: `d${n}`, documentName: `Document ${n}` }));
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  const { page, problems } = await openConsole(openBrowser);
  await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/data/organization?organization=acme#"));
  await page.getByRole("link", { name: "Document 1", exact: true }).waitFor();
  const announcement = page.getByRole("status").filter({ hasText: "Added:" });
  return { page, problems, said: announcement };
}

testUnless(noBrowser)("an added item is announced with a link to it", async () => {
  const { page, problems, said } = await openManyDocuments();
  await page.getByRole("button", { name: "Add a document" }).click();
  const form = page.getByRole("dialog", { name: "Add a document" });
  await form.getByLabel("documentId").fill("zebra");
  await form.getByLabel("documentName").fill("Zebra crossing");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  await said.waitFor();
  await said.getByRole("link", { name: "Zebra crossing" }).click();
  await page.getByRole("heading", { name: "Zebra crossing" }).waitFor();
  expect(await said.count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("an announcement can be closed, and opens an item that has no page of its own", async () => {
  const { page, problems, said } = await openManyDocuments();
  for (const name of ["one", "two"]) {
    await page.getByRole("button", { name: "Add a folder" }).click();
    const form = page.getByRole("dialog", { name: "Add a folder" });
    await form.getByLabel("folderId").fill(name);
    await form.getByLabel("folderName").fill(`Folder ${name}`);
    await form.getByRole("button", { name: "Save" }).click();
    await said.getByRole("button", { name: `Folder ${name}` }).waitFor();
    if (name === "one") await said.getByRole("button", { name: "Close" }).click();
    else await said.getByRole("button", { name: `Folder ${name}` }).click();
    await said.waitFor({ state: "detached" });
  }
  await page.getByText("No documents here yet").waitFor();
  expect(problems).toStrictEqual([]);
});
