import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)(
  "a folder opened by a link is shown with its parent folders, also in the form that moves it and after it was moved",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
    const folders = [
      { folderId: "f1", folderName: "Designs" },
      { folderId: "f2", folderName: "Drafts", parentFolderId: "f1" },
      { folderId: "f3", folderName: "Sketches", parentFolderId: "f2" },
      { folderId: "f4", folderName: "Archive" },
      { folderId: "f5", folderName: "Old", parentFolderId: "f4" },
    ];
    await w.ok("/v2/organizations/folders/add", { organizationId: "acme", folders });
    const { page, problems } = await openConsole(openBrowser);
    const link = "/console/data/organization?organization=acme&folder=f3#";
    await page.goto((await linkTo(w, url, false)).replace("/console#", link));
    const path = page.getByRole("navigation", { name: "Open folder" });
    await path.filter({ hasText: "All documents / Designs / Drafts / Sketches" }).waitFor();
    const inTree = page
      .getByRole("navigation", { name: "Folders" })
      .getByRole("button", { name: "Sketches", exact: true });
    await inTree.and(page.locator("[aria-current]")).waitFor();
    await page.getByRole("button", { name: "Rename or move" }).click();
    const form = page.getByRole("dialog", { name: "Rename or move" });
    expect(await form.getByLabel("parentFolderId").inputValue()).toBe("f2");
    await form.getByLabel("parentFolderId").fill("f5");
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    await path.filter({ hasText: "All documents / Archive / Old / Sketches" }).waitFor();
    await inTree.and(page.locator("[aria-current]")).waitFor();
    await path.getByRole("button", { name: "Archive" }).click();
    await path.filter({ hasText: "All documents / Archive" }).waitFor();
    expect(new URL(page.url()).searchParams.get("folder")).toBe("f4");
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "a link to a folder that has been deleted says so once, and offers nothing to do in it",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
    const { page } = await openConsole(openBrowser);
    const link = "/console/data/organization?organization=acme&folder=f1#";
    await page.goto((await linkTo(w, url, false)).replace("/console#", link));
    const main = page.getByRole("main");
    await main.getByText("There is no folder with the id f1 here").waitFor();
    expect(await main.getByRole("alert").count()).toBe(1);
    expect(await main.getByRole("button", { name: /^Add / }).count()).toBe(0);
    await main.getByRole("button", { name: "All documents" }).click();
    await main.getByText("No documents here yet").waitFor();
    expect(await main.getByRole("alert").count()).toBe(0);
  },
);

testUnless(noBrowser)("an open folder shows its id, with which other forms and programs name it", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const folders = [{ folderId: "f1", folderName: "Designs" }];
  await w.ok("/v2/organizations/folders/add", { organizationId: "acme", folders });
  const { page, problems } = await openConsole(openBrowser, 390);
  const link = "/console/data/organization?organization=acme&folder=f1#";
  await page.goto((await linkTo(w, url, true)).replace("/console#", link));
  const path = page.getByRole("navigation", { name: "Open folder" });
  await path.getByText("f1", { exact: true }).waitFor();
  expect(problems).toStrictEqual([]);
});
