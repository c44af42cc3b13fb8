import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

/** The console, showing the presence of two people in a document. */
async function openPresence() {
  const { w, url } = await servingDocs({ docsFolder });
  const place = { organizationId: "acme", documentId: "plan" };
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  const users = ["ada", "lin"].map((userId) => ({ userId, name: userId, email: "" }));
  await w.ok("/v2/users/add", { ...place, users });
  await w.ok("/v2/presence/add", { ...place, users });
  const { page } = await openConsole(openBrowser);
  const tab = "/console/data/document?organization=acme&document=plan&tab=presence";
  await page.goto((await linkTo(w, url, false)).replace("/console#", `${tab}#`));
  return { w, page, place };
}

/** Waits until the list has the focus and shows a row. */
async function listHasFocus(page: Page, name: string): Promise<void> {
  await page.locator("section:focus").waitFor();
  expect(await page.locator(":focus").getByRole("button", { name, exact: true }).count()).toBe(1);
}

testUnless(noBrowser)(
  "deleting a row by keyboard moves the focus to the list, and deleting the last one to the page",
  async () => {
    const { page } = await openPresence();
    const remove = async (name: string) => {
      await page.getByRole("button", { name, exact: true }).press("Enter");
      await page.getByRole("dialog", { name }).getByRole("button", { name: "Delete" }).press("Enter");
      await page
        .getByRole("dialog", { name: `Delete ${name}` })
        .getByRole("button", { name: "Delete" })
        .press("Enter");
      await page.getByRole("button", { name, exact: true }).waitFor({ state: "detached" });
    };
    await remove("ada");
    await listHasFocus(page, "lin");
    await remove("lin");
    await page.locator("main:focus, [role=tabpanel]:focus").waitFor();
  },
);

testUnless(noBrowser)("a dialog whose row has disappeared meanwhile returns the focus to the list", async () => {
  const { w, page, place } = await openPresence();
  await page.getByRole("button", { name: "ada", exact: true }).press("Enter");
  await page.getByRole("dialog", { name: "ada" }).waitFor();
  await w.ok("/v2/presence/delete", { ...place, userIds: ["ada"] });
  // The list is refetched when the window regains the focus after a while.
  await page.clock.install();
  await page.clock.fastForward("01:00");
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await page.locator("#root").getByText("ada", { exact: true }).first().waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await listHasFocus(page, "lin");
});

testUnless(noBrowser)(
  "a button that starts a call keeps the focus, and the added item is announced and listed first",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
    await w.ok("/v2/workspace/inspectors/create", { description: "An earlier one" });
    w.advance(1000);
    const { page } = await openConsole(openBrowser);
    await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/webhooks?tab=receivers#"));
    const adding = page.getByRole("button", { name: "Create a receiver with an endpoint" });
    await page.getByText("An earlier one").waitFor();
    await adding.press("Enter");
    const announcement = page.getByRole("status").getByText("Added:");
    await announcement.waitFor();
    expect(await page.locator(":focus").innerText()).toBe(await adding.innerText());
    const id = await announcement.locator("code").innerText();
    const { data } = await w.ok("/v2/workspace/inspectors/get", {});
    expect(data.map(({ inspectorId }: { inspectorId: string }) => inspectorId)).toContain(id);
    const addresses = await page.locator("main").innerText();
    expect(addresses.indexOf(id)).toBeLessThan(addresses.indexOf("An earlier one"));
  },
);

testUnless(noBrowser)(
  "saving a form by keyboard keeps the focus on its button, which does nothing until the next change",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const { page } = await openConsole(openBrowser);
    const path = `/console/keys/${w.tenant.apiKeyId}?tab=email`;
    await page.goto((await linkTo(w, url, false)).replace("/console#", `${path}#`));
    const save = page.getByRole("button", { name: "Save", exact: true });
    await page.getByLabel(/^fromCompany/).fill("Acme");
    await save.press("Enter");
    await page.getByRole("status").getByText("Saved").waitFor();
    expect(await page.locator(":focus").innerText()).toBe("Save");
    expect(await save.isDisabled()).toBe(true);
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await save.press("Enter");
    await page.getByLabel(/^fromCompany/).press("Enter");
    expect(calls.filter((address) => address.includes("emailconfig/update"))).toStrictEqual([]);
  },
);
