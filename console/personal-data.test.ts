import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

/** Deletes all data of the person `lin` on a page that offers it, and waits until the deletion has begun. */
async function deleteDataOfLin(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type lin to confirm").fill("lin");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/erasure=/);
}

testUnless(noBrowser)("the data of a person who has left is found by id, exported and deleted", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const place = { organizationId: "acme", documentId: "plan" };
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  const { page, problems } = await openConsole(openBrowser);
  const from = { userId: "lin", name: "Lin" };
  await w.ok("/v2/users/add", { organizationId: "acme", users: [from] });
  await w.ok("/v2/commentannotations/add", {
    ...place,
    commentAnnotations: [{ commentData: [{ commentText: "Mine", from }] }],
  });
  await w.ok("/v2/users/delete", { organizationId: "acme", userIds: ["lin"] });
  const address = "/console/data/person?organization=acme&person=lin#";
  await page.goto((await linkTo(w, url, false)).replace("/console#", address));
  await page.getByRole("link", { name: "Export or delete the data" }).click();
  const main = page.getByRole("main");
  const id = page.getByLabel("Person id");
  expect(await id.inputValue()).toBe("lin");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as a file" }).click();
  expect((await download).suggestedFilename()).toBe("lin.json");
  await id.fill("nobody");
  await page.getByText("Nothing was written or received by a person with the id nobody").waitFor();
  await id.fill("lin");
  await main.locator(".notice").waitFor({ state: "detached" });
  await deleteDataOfLin(page);
  await w.drain();
  await page.getByText("All data of this person has been deleted").waitFor();
  const { data } = await w.ok("/v2/users/data/get", { userId: "lin", allOrganizations: true });
  expect(data.comments).toStrictEqual([]);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("a person's page no longer shows the person once all their data has been deleted", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "lin", email: "lin@example.com" }] });
  const { page, problems } = await openConsole(openBrowser);
  const address = "/console/data/person?organization=acme&person=lin#";
  await page.goto((await linkTo(w, url, false)).replace("/console#", address));
  const main = page.getByRole("main");
  await main.getByText("lin@example.com").waitFor();
  await deleteDataOfLin(page);
  await w.drain();
  await main.getByText("All data of this person has been deleted").waitFor();
  await main.getByText("There is no person with the id lin here").waitFor();
  expect(await main.getByText("lin@example.com").count()).toBe(0);
  expect(await main.getByRole("button").count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("a read-only session explains why it can't delete a person's data", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const { page, problems } = await openConsole(openBrowser);
  await page.goto((await linkTo(w, url, true)).replace("/console#", "/console/data/personal?person=lin#"));
  await page.getByRole("heading", { name: "Data deletion" }).waitFor();
  await page.getByRole("main").getByText("This session is read-only").waitFor();
  expect(await page.getByRole("main").getByRole("button", { name: "Delete" }).count()).toBe(0);
  expect(problems).toStrictEqual([]);
});
