import { addExampleData } from "@atrium/functions/testing/harness/example-world";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

const hooks = "/v2/workspace/advancedwebhook";

/** A service with webhooks switched on and one endpoint. */
async function servingEndpoint() {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features: { advancedWebhooks: true } });
  await w.ok(`${hooks}config/update`, { isEnabled: true });
  const { data: endpoint } = await w.ok(`${hooks}/endpoints/create`, { url: "https://hooks.example.com/a" });
  return { w, url, endpoint };
}

testUnless(noBrowser)("a delivery appears by itself, is shown as failed, and can be sent again", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features: { advancedWebhooks: true } });
  w.receivers.answer = () => ({ status: 503, body: "<b>Closed</b> for repairs <script>window.hit = 1</script>" });
  const { page, problems } = await openConsole(openBrowser);
  await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/webhooks#"));
  await page.getByRole("button", { name: "Switch them on" }).click();
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  const address = page.getByLabel("url (required)");
  await address.fill("foo");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.locator("[aria-invalid=true]:focus").waitFor();
  expect(await page.locator(".issue").allInnerTexts()).toHaveLength(1);
  expect(await page.getByRole("dialog").getByRole("alert").count()).toBe(0);
  await address.fill("https://hooks.example.com/a");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("heading", { name: "https://hooks.example.com/a" }).waitFor();
  await page.getByText("No deliveries here yet").waitFor();
  await page.getByRole("button", { name: "Send an example" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send an example" }).click();
  await page.getByText("The example is on its way").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await w.drain();
  const delivery = page.getByRole("row").filter({ hasText: "comment.add" });
  await delivery.getByText("503").waitFor();
  // On the page of one endpoint, an endpoint column would repeat the same id in every row.
  expect(await page.getByRole("columnheader", { name: "Endpoint" }).count()).toBe(0);
  await delivery.getByRole("button", { name: "comment.add" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("<b>Closed</b> for repairs").waitFor();
  await dialog.getByText('"webhookId"').waitFor();
  w.receivers.answer = () => ({ status: 200, body: JSON.stringify({ isThanked: true }) });
  await dialog.getByRole("button", { name: "Send again" }).click();
  await dialog.getByText("It has been sent again").waitFor();
  await w.drain();
  await dialog.getByText("Succeeded").waitFor();
  await dialog.getByText("isThanked").waitFor();
  expect(w.receivers.calls).toHaveLength(2);
  expect(await page.evaluate("window.hit")).toBeUndefined();
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "a requested attempt appears by itself even when there is more than one page of deliveries",
  async () => {
    const { w, url, endpoint } = await servingEndpoint();
    for (let i = 0; i < 201; i++) await w.ok(`${hooks}/endpoints/test`, { endpointId: endpoint.id });
    await w.drain();
    const { page, problems } = await openConsole(openBrowser);
    await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/webhooks?tab=deliveries#"));
    // A list that shows further pages is not refetched automatically.
    await page.getByText("Rows so far: 200").waitFor();
    await page.evaluate("document.querySelector('.table-scroller').scrollTo(0, 100_000)");
    await page.getByText("Rows: 201").waitFor();
    const cut =
      "[...document.querySelectorAll('[role=cell]:has(code)')].filter((one) => one.scrollWidth > one.clientWidth).length";
    await page.getByText(endpoint.id).first().waitFor();
    expect(await page.evaluate(cut)).toBe(0);
    await page.getByRole("button", { name: "comment.add" }).last().click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("button", { name: "Copy" }).count()).toBeGreaterThanOrEqual(3);
    await dialog.getByRole("button", { name: "Send again" }).click();
    await dialog.getByText("It has been sent again").waitFor();
    await w.drain();
    await dialog.getByRole("heading", { name: "Attempt 2" }).waitFor();
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "a page resumes by itself when its server is back, and says when the session has ended",
  async () => {
    const { w, url, endpoint } = await servingEndpoint();
    await w.ok(`${hooks}/endpoints/test`, { endpointId: endpoint.id });
    const { page } = await openConsole(openBrowser);
    await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/webhooks?tab=deliveries#"));
    const delivery = page.getByRole("button", { name: "comment.add" });
    await delivery.waitFor();
    await page.route("**/v2/**", (route) => route.abort());
    await page.getByText("The server is not responding").waitFor();
    await page.unroute("**/v2/**");
    await page.getByText("The server is not responding").waitFor({ state: "detached" });
    await delivery.waitFor();
    await page.context().clearCookies();
    const dialog = page.getByRole("dialog", { name: "The session has ended" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("main").getByText("The session has ended").waitFor();
    await page.getByRole("main").getByRole("button", { name: "Go to the login page" }).click();
    await page.getByRole("heading", { name: "Log in to your workspace" }).waitFor();
  },
);

testUnless(noBrowser)("each kind of record can be changed in its form", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await addExampleData(w, w.tenant);
  const { page, problems } = await openConsole(openBrowser);
  await page.goto(await linkTo(w, url, false));
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const dialog = page.getByRole("dialog").last();
  /** Types into a field of the open form, and waits until the page shows the stored value. */
  const change = async (field: string, value: string, shownText: string) => {
    await dialog.getByLabel(field, { exact: true }).fill(value);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText(shownText).last().waitFor();
  };
  const open = (name: string) =>
    page.goto(`${url}/console/data/${name}?organization=acme&document=homepage&person=lin`);
  const changeRow = async (tab: string, ...changed: Parameters<typeof change>) => {
    await page.getByRole("tab", { name: tab }).click();
    await page
      .getByRole("button", { name: /^Open: / })
      .first()
      .click();
    await dialog.getByRole("button", { name: "Edit" }).first().click();
    await change(...changed);
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  const changeRecord = async (field: string, value: string) => {
    await page.getByRole("button", { name: "Edit" }).click();
    await change(field, value, `"${value}"`);
  };
  await open("document");
  await changeRow("Threads", "metadata", '{"a":"thread"}', '"thread"');
  await changeRow("Presence", "status", "away", '"away"');
  await changeRow("Live state", "data (required)", '{"a":"state"}', '"state"');
  await changeRow("Editors", "data (required)", '"Bye"', '"Bye"');
  await changeRow("Activities", "actionIcon", "pencil", '"pencil"');
  await page.getByRole("tab", { name: "Document" }).click();
  await changeRecord("documentName", "Home");
  await open("organization");
  await changeRow("People", "name", "Lin II", '"Lin II"');
  await changeRow("Notifications", "displayBodyMessage", "Edited", '"Edited"');
  await page.getByRole("tab", { name: "Organization" }).click();
  await changeRecord("organizationName", "Acme II");
  await open("person");
  await changeRecord("name", "Lin III");
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("a viewer's denied access is explained, and a grant allows it", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const organizationId = "acme";
  await w.ok("/v2/organizations/documents/add", {
    ...{ organizationId, createOrganization: true },
    documents: [{ documentId: "plan" }],
  });
  await w.ok("/v2/users/add", { organizationId, users: [{ userId: "lin", accessRole: "viewer" }] });
  const { page } = await openConsole(openBrowser);
  const question = new URLSearchParams({ user: "lin", what: "document", id: "plan", organization: organizationId });
  await page.goto((await linkTo(w, url, false)).replace("/console#", `/console/access?${question}&action=write#`));
  await page.getByText("No: lin may not change the document plan", { exact: true }).waitFor();
  await page.getByText("Viewer: reads").first().waitFor();
  const [organization, document] = await page.locator(".chain > li").allInnerTexts();
  expect(organization).toMatch(/Organization acme.* this decides\s+Membership · Viewer: reads/);
  expect(document).toMatch(/Document plan\s+no role here/);
  await page.getByRole("button", { name: "Add a grant" }).last().click();
  await page.getByLabel("Role", { exact: true }).selectOption("editor");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Yes: lin may change the document plan", { exact: true }).waitFor();
});

testUnless(noBrowser)("the address of a deleted endpoint says that it does not exist, and what to check", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features: { advancedWebhooks: true } });
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  const { page } = await openConsole(openBrowser);
  await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/webhooks/ep_gone#"));
  await page.getByText("There is no endpoint with the id ep_gone here").waitFor();
  await page.getByText("It may have been deleted").waitFor();
});

testUnless(noBrowser)(
  "a link opens a delivery that the list does not show, and says when it no longer exists",
  async () => {
    const { w, url, endpoint } = await servingEndpoint();
    await w.ok(`${hooks}/endpoints/test`, { endpointId: endpoint.id });
    await w.drain();
    const { data: deliveries } = await w.ok(`${hooks}/deliveries/get`, {});
    const { page, problems } = await openConsole(openBrowser);
    const link = `/console/webhooks?tab=deliveries&status=failed&delivery=${deliveries[0].deliveryId}#`;
    await page.goto((await linkTo(w, url, false)).replace("/console#", link));
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Attempt 1" }).waitFor();
    await dialog.getByText("Succeeded").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.goto(`${url}/console/webhooks?tab=deliveries&delivery=dl_gone`);
    await dialog.getByText("There is no delivery with the id dl_gone").waitFor();
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("an attempt that was answered with a redirect says that redirects are not followed", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  w.receivers.answer = () => ({ status: 301, body: "" });
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  const { data } = await w.ok("/v2/workspace/advancedwebhook/endpoints/create", { url: "https://example.com/one" });
  await w.ok("/v2/workspace/advancedwebhook/endpoints/test", { endpointId: data.id, eventType: "comment.add" });
  await w.drain();
  const { page, problems } = await openConsole(openBrowser);
  await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/webhooks?tab=deliveries#"));
  await page.getByRole("row").getByRole("button", { name: "comment.add" }).click();
  await page.getByRole("dialog").getByText("Redirects are not followed").waitFor();
  w.receivers.answer = () => ({ status: 200, body: "" });
  await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
  await w.drain();
  await page.getByRole("dialog").getByText("Succeeded").waitFor();
  expect(await page.getByRole("dialog").getByText("Redirects are not followed").count()).toBe(1);
  expect(problems).toStrictEqual([]);
});
