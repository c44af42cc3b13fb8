import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("a list that no server answered is read again by itself when the server is back", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const { page, problems } = await openConsole(openBrowser);
  const lists = "**/v2/organizations/get";
  await page.route(lists, (route) => route.abort());
  await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/data#"));
  await page.getByText("The server is not responding").first().waitFor();
  await page.unroute(lists);
  await page.getByRole("link", { name: "Acme" }).waitFor();
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "a list for which only a proxy answers is read again by itself when the server is back",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
    const { page, problems } = await openConsole(openBrowser);
    const lists = "**/v2/organizations/get";
    const refusal = { status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" };
    await page.route(lists, (route) => route.fulfill(refusal));
    await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/data#"));
    await page.getByText("The server is not responding").first().waitFor();
    await page.unroute(lists);
    await page.getByRole("link", { name: "Acme" }).waitFor();
    expect(problems).toStrictEqual([]);
  },
);

/** The documents of an organization, opened in a browser of its own. */
async function openDocuments() {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const opened = await openConsole(openBrowser);
  const { page } = opened;
  await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/data/organization?organization=acme#"));
  await page.getByText("No documents here yet").waitFor();
  return {
    ...opened,
    context: page.context(),
    banner: page.locator("#content").getByText("The server is not responding"),
  };
}

testUnless(noBrowser)(
  "a page says at once that the browser is offline, and resumes when it is back online",
  async () => {
    const { page, problems, context, banner } = await openDocuments();
    await context.setOffline(true);
    await banner.waitFor();
    // A tab opened meanwhile is read once the browser is back online.
    await page.getByRole("tab", { name: "Groups" }).click();
    await context.setOffline(false);
    await page.getByText("No groups yet").waitFor();
    await banner.waitFor({ state: "detached" });
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "saving while the browser is offline fails visibly, keeps what was typed, and is not sent later",
  async () => {
    const { page, problems, context, banner, requested } = await openDocuments();
    await page.getByRole("button", { name: "Add a document" }).click();
    const form = page.getByRole("dialog", { name: "Add a document" });
    await form.getByLabel("documentId").fill("plan");
    await context.setOffline(true);
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("The server is not responding").waitFor();
    await context.setOffline(false);
    await banner.waitFor({ state: "detached" });
    const callCount = requested.filter((address) => address.endsWith("/documents/add")).length;
    expect(await form.getByLabel("documentId").inputValue()).toBe("plan");
    await form.getByRole("button", { name: "Save again" }).click();
    await form.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "plan" }).first().waitFor();
    expect(requested.filter((address) => address.endsWith("/documents/add"))).toHaveLength(callCount + 1);
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "a form that no server answered says when one responds again, and sends nothing by itself",
  async () => {
    const { page, problems, requested } = await openDocuments();
    await page.getByRole("button", { name: "Add a document" }).click();
    const form = page.getByRole("dialog", { name: "Add a document" });
    await form.getByLabel("documentId").fill("plan");
    await page.route("**/v2/**", (route) => route.abort());
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("The server is not responding").waitFor();
    const countCalls = () => requested.filter((address) => address.endsWith("/documents/add")).length;
    const before = countCalls();
    await page.unroute("**/v2/**");
    await form.getByText("The server did not respond").waitFor();
    expect(await form.getByText("The server is not responding").count()).toBe(0);
    expect(countCalls()).toBe(before);
    await form.getByRole("button", { name: "Save again" }).click();
    await form.waitFor({ state: "detached" });
    expect(problems).toStrictEqual([]);
  },
);
