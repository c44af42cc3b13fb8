import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

/** The console of a workspace with a document and a folder, at an address below `/console/data`. */
async function openData(path: string, { isReadOnly = false, width = 1280 } = {}) {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const documents = [{ documentId: "plan", documentName: "Plan" }];
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  const folders = [{ folderId: "f1", folderName: "Designs" }];
  await w.ok("/v2/organizations/folders/add", { organizationId: "acme", folders });
  const { page, problems } = await openConsole(openBrowser, width);
  await page.goto((await linkTo(w, url, isReadOnly)).replace("/console#", `/console/data/${path}#`));
  const storedDocument = async () =>
    (await w.ok("/v2/organizations/documents/get", { organizationId: "acme", documentIds: ["plan"] })).data[0];
  return { w, page, problems, storedDocument };
}

const documentTab = "document?organization=acme&document=plan&tab=document";

testUnless(noBrowser)("a document is blocked and unblocked on its page, after a question that names it", async () => {
  const { page, problems, storedDocument } = await openData(documentTab, { width: 390 });
  await page.getByRole("button", { name: "Block", exact: true }).click();
  const block = page.getByRole("dialog", { name: "Block Plan (plan)?" });
  await block.getByText("Nobody can open it").waitFor();
  expect((await storedDocument()).disabled).toBe(false);
  await block.getByRole("button", { name: "Block" }).click();
  await page.getByRole("main").getByText("It is blocked").waitFor();
  expect((await storedDocument()).disabled).toBe(true);
  await page.getByRole("button", { name: "Unblock" }).click();
  const unblock = page.getByRole("dialog", { name: "Unblock Plan (plan)?" });
  await unblock.getByRole("button", { name: "Unblock" }).click();
  await page.getByRole("button", { name: "Block", exact: true }).waitFor();
  expect((await storedDocument()).disabled).toBe(false);
  expect(await page.getByText("It is blocked").count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("the list of documents says which ones are blocked", async () => {
  const { w, page } = await openData("organization?organization=acme");
  const ids = { organizationId: "acme", documentIds: ["plan"] };
  await page.getByRole("row", { name: "Plan" }).waitFor();
  expect(await page.locator(".badge").count()).toBe(0);
  await w.ok("/v2/organizations/documents/access/disablestate/update", { ...ids, disabled: true });
  await page.reload();
  await page.getByRole("row", { name: "Plan" }).getByText("Blocked").waitFor();
});

testUnless(noBrowser)("an organization is blocked and unblocked on its page", async () => {
  const { w, page, problems } = await openData("organization?organization=acme&tab=organization");
  const isBlocked = async () =>
    (await w.ok("/v2/organizations/get", { organizationIds: ["acme"] })).data[0].disabled === true;
  for (const [action, expected] of [
    ["Block", true],
    ["Unblock", false],
  ] as const) {
    await page.getByRole("button", { name: action, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `${action} Acme (acme)?` });
    await dialog.getByRole("button", { name: action }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await isBlocked()).toBe(expected);
  }
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("a document moves to a folder and back to the top on its page", async () => {
  const { page, problems, storedDocument } = await openData(documentTab, { width: 390 });
  const form = page.getByRole("dialog", { name: "Move" });
  const folder = form.getByLabel("folderId (required)");
  const move = async (from: string, to: string) => {
    await page.getByRole("button", { name: "Move" }).click();
    expect(await folder.inputValue()).toBe(from);
    await folder.fill(to);
    await form.getByRole("button", { name: "Save" }).click();
  };
  await move("root", "nowhere");
  await form.getByText("Folder does not exist").waitFor();
  await folder.fill("f1");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  expect((await storedDocument()).folderId).toBe("f1");
  await page.getByRole("main").getByText('"f1"').waitFor();
  await move("f1", "root");
  await form.waitFor({ state: "detached" });
  expect(await storedDocument()).not.toHaveProperty("folderId");
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("a read-only session neither blocks nor moves a document", async () => {
  const { page } = await openData(documentTab, { isReadOnly: true });
  await page.getByRole("main").getByText('"documentName"').waitFor();
  expect(await page.getByRole("button", { name: /Block|Unblock|Move/ }).count()).toBe(0);
});

testUnless(noBrowser)(
  "an access type that a document inherits becomes its own when it is chosen, and is inherited again when it is not set",
  async () => {
    const { w, page, problems, storedDocument } = await openData(documentTab, { width: 390 });
    const form = page.getByRole("dialog", { name: "Access type" });
    const type = form.getByLabel("accessType");
    const save = async () => {
      await form.getByRole("button", { name: "Save" }).click();
      await form.waitFor({ state: "detached" });
    };
    await page.getByRole("button", { name: "Access type" }).click();
    expect(await type.inputValue()).toBe("public");
    await save();
    await w.ok("/v2/workspace/apikeyconfig/update", { defaultDocumentAccessType: "restricted" });
    expect((await storedDocument()).accessType).toBe("public");
    await page.getByRole("button", { name: "Access type" }).click();
    await type.selectOption("not set");
    await save();
    expect((await storedDocument()).accessType).toBe("restricted");
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("an access type that a folder inherits becomes its own when it is chosen", async () => {
  const { w, page, problems } = await openData("organization?organization=acme&folder=f1");
  const inherits = async () =>
    (await w.ok("/v2/organizations/folders/get", { organizationId: "acme", folderId: "f1" })).data[0]
      .inheritAccessFromParent;
  expect(await inherits()).toBe(true);
  await page.getByRole("button", { name: "Access type" }).click();
  const form = page.getByRole("dialog", { name: "Access type" });
  expect(await form.getByLabel("accessType").inputValue()).toBe("public");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  expect(await inherits()).toBe(false);
  expect(problems).toStrictEqual([]);
});
