import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();
const place = { organizationId: "acme", documentId: "plan" };

/** The console of a workspace with a document that contains an editor. */
async function openWithEditor() {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const documents = [{ documentId: "plan", documentName: "Plan" }];
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  await w.ok("/v2/crdt/add", { ...place, editorId: "notes", type: "text", data: "Hello" });
  const { page, problems } = await openConsole(openBrowser);
  const open = async (path: string) =>
    page.goto((await linkTo(w, url, false)).replace("/console#", `/console${path}#`));
  return { w, page, problems, open };
}

testUnless(noBrowser)("a form saved without a change says so, and sends nothing", async () => {
  const { page, problems, open } = await openWithEditor();
  await open("/data/document?organization=acme&document=plan&tab=editors");
  await page.getByRole("button", { name: "Open: notes" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  const requestUrls: string[] = [];
  page.on("request", (request) => requestUrls.push(request.url()));
  const form = page.getByRole("dialog", { name: "Edit" });
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Nothing has changed").waitFor();
  expect(requestUrls.filter((address) => address.includes("/v2/crdt/"))).toStrictEqual([]);
  expect(await form.getByRole("alert").count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("incomplete JSON is not sent, and leaving it asks first", async () => {
  const { w, page, problems, open } = await openWithEditor();
  await open("/data/document?organization=acme&document=plan&tab=editors");
  await page.getByRole("button", { name: "Open: notes" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("dialog", { name: "Edit" });
  const content = form.getByRole("textbox", { name: "data" });
  await content.fill('{"half');
  await form.getByRole("button", { name: "Save" }).click();
  await form.locator("[aria-invalid=true]:focus").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Stay here" }).click();
  expect(await content.inputValue()).toBe('{"half');
  await content.fill('"Hello"');
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  const { data } = await w.ok("/v2/crdt/get", { ...place, editorId: "notes" });
  expect(data[0].data).toBe("Hello");
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "a form shows the access type of a document, and can have the document inherit one again",
  async () => {
    const { w, page, problems, open } = await openWithEditor();
    const accessType = "restricted";
    await w.ok("/v2/organizations/documents/update", {
      organizationId: "acme",
      documents: [{ documentId: "plan", accessType }],
    });
    await open("/data/document?organization=acme&document=plan&tab=document");
    const form = page.getByRole("dialog", { name: "Edit" });
    const type = form.getByLabel("accessType");
    const edit = page.getByRole("button", { name: "Edit" });
    await edit.click();
    expect(await type.inputValue()).toBe("restricted");
    await type.selectOption("not set");
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    await page.getByRole("main").getByText('"public"').waitFor();
    await edit.click();
    expect(await type.inputValue()).toBe("public");
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("an error about a person's field is shown at that field", async () => {
  const { page, problems, open } = await openWithEditor();
  await open("/data/organization?organization=acme&tab=people");
  await page.getByRole("button", { name: "Add a person" }).click();
  await page.getByLabel("userId (required)").fill("lin");
  const email = page.getByRole("textbox", { name: "email" });
  await email.fill(`${"l".repeat(400)}@example.com`);
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("[aria-invalid=true]:focus").waitFor();
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator(".issue").allInnerTexts()).toStrictEqual(["Must have at most 320 characters."]);
  // A corrected field shows no error any more, and incomplete JSON gets the focus.
  await email.fill("lin@example.com");
  expect(await page.locator(".issue").count()).toBe(0);
  expect(await email.getAttribute("aria-invalid")).toBe(null);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("field help is written for people: names as code, and no mention of null", async () => {
  const { w, page, problems, open } = await openWithEditor();
  const settings = ["settings", "features", "email", "notification", "activity", "webhook", "webhooks", "permissions"];
  for (const tab of settings) {
    await open(`/keys/${w.tenant.apiKeyId}?tab=${tab}`);
    await page.getByRole("button", { name: "Save" }).waitFor();
    const texts = await page.locator("form").first().innerText();
    expect(texts.split("\n").filter((line) => /`|\bnull\b|left out stay/.test(line))).toStrictEqual([]);
  }
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("incomplete JSON is not sent to an endpoint that is tried out", async () => {
  const { page, problems, open } = await openWithEditor();
  await open("/try?endpoint=/v2/organizations/get&input=json");
  await page.getByRole("textbox", { name: "Input" }).fill("{oops");
  await page.getByRole("button", { name: "Make the call" }).click();
  await page.locator("[aria-invalid=true]:focus").waitFor();
  expect(await page.getByRole("heading", { name: "Result" }).count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "incomplete JSON is kept when its tab would be left, and no call is made with the previous input",
  async () => {
    const { w, page, problems, open } = await openWithEditor();
    await open("/try?endpoint=/v2/organizations/delete");
    await page.getByRole("tab", { name: "JSON" }).click();
    const input = page.getByRole("textbox", { name: "Input" });
    await input.fill('{"organizationIds": ["acme"]}');
    await input.fill("{oops");
    await page.getByRole("tab", { name: "Form" }).click();
    await page.locator("[aria-invalid=true]:focus").waitFor();
    expect(await input.inputValue()).toBe("{oops");
    await page.getByRole("button", { name: "Make the call" }).click();
    await page.locator("[aria-invalid=true]:focus").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Stay here" }).click();
    expect(await input.inputValue()).toBe("{oops");
    // Switching the sample language below does not affect the input.
    await page.getByRole("tab", { name: "Python" }).click();
    expect(await page.getByRole("button", { name: "Stay here" }).count()).toBe(0);
    expect((await w.ok("/v2/organizations/get", { organizationIds: ["acme"] })).data).toHaveLength(1);
    await input.fill('{"organizationIds": ["gone"]}');
    await page.getByRole("tab", { name: "Form" }).click();
    const ids = page.getByRole("textbox", { name: "organizationIds" });
    expect(await ids.inputValue()).toBe("gone");
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("a list with one entry per line sends no entry for a line break at its end", async () => {
  const { page, problems, open } = await openWithEditor();
  await open("/try?endpoint=/v2/organizations/get");
  await page.getByRole("button", { name: "Clear the form" }).click();
  const ids = page.getByRole("textbox", { name: "organizationIds" });
  await ids.click();
  await page.keyboard.type("acme\nother\n\n");
  expect(await ids.inputValue()).toBe("acme\nother\n\n");
  const sentRequest = page.waitForRequest((request) => request.url().endsWith("/v2/organizations/get"));
  await page.getByRole("button", { name: "Make the call" }).click();
  expect((await sentRequest).postDataJSON()).toStrictEqual({ data: { organizationIds: ["acme", "other"] } });
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("a form shows no field that the service ignores", async () => {
  const { page, open } = await openWithEditor();
  await open("/data");
  await page.getByRole("button", { name: "Add an organization" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: "organizationName" }).waitFor();
  expect(await form.getByText("Ignored").count()).toBe(0);
});

testUnless(noBrowser)(
  "a form that could not be sent because no server answers is kept, and the same button saves it",
  async () => {
    const { w, page, problems, open } = await openWithEditor();
    await open("/data/organization?organization=acme&tab=organization");
    await page.getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("dialog", { name: "Edit" });
    const name = form.getByRole("textbox", { name: "organizationName" });
    await name.fill("Acme II");
    await page.route("**/v2/**", (route) => route.abort());
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("it is not retried automatically").waitFor();
    expect(await form.getByText("continues by itself").count()).toBe(0);
    await page.unroute("**/v2/**");
    expect(await name.inputValue()).toBe("Acme II");
    await form.getByRole("button", { name: "Save again" }).click();
    await form.waitFor({ state: "detached" });
    const { data } = await w.ok("/v2/organizations/get", { organizationIds: ["acme"] });
    expect(data[0].organizationName).toBe("Acme II");
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("switches that do not exist yet are typed as JSON like any other", async () => {
  const { w, page, problems, open } = await openWithEditor();
  await open(`/keys/${w.tenant.apiKeyId}?tab=email`);
  const triggers = page.getByRole("textbox", { name: "triggers" });
  await triggers.click();
  await page.keyboard.type('{"comment-created": true}');
  expect(await triggers.inputValue()).toBe('{"comment-created": true}');
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "an error of an endpoint that is tried out is shown once, and errors of several fields one by one",
  async () => {
    const { page, problems, open } = await openWithEditor();
    await open("/try?endpoint=/v2/organizations/documents/migrate&input=json");
    const input = page.getByRole("textbox", { name: "Input" });
    const call = async (json: string) => {
      await input.fill(json);
      await page.getByRole("button", { name: "Make the call" }).click();
      const refusal = page.getByRole("alert").filter({ hasText: "This did not work" });
      await refusal.waitFor();
      return refusal.innerText();
    };
    const times = (text: string, part: string) => text.split(part).length - 1;
    const one = await call('{"organizationId": "acme", "documentId": "plan"}');
    expect(times(one, "data.newDocumentId")).toBe(1);
    const several = await call('{"organizationId": "acme"}');
    expect(times(several, "data.documentId")).toBe(1);
    expect(times(several, "data.newDocumentId")).toBe(1);
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("an expiry in the past is refused at its field", async () => {
  const { w, page, problems, open } = await openWithEditor();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "lin", name: "Lin", email: "" }] });
  await open("/access?organization=acme&user=lin&what=document&id=plan");
  await page.getByRole("button", { name: "Add a grant" }).last().click();
  const form = page.getByRole("dialog");
  const end = form.getByLabel("Expires at");
  await end.fill("2020-01-01T10:00");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("This is in the past").waitFor();
  await end.and(page.locator("[aria-invalid=true]:focus")).waitFor();
  expect(await form.getByRole("alert").count()).toBe(0);
  await end.fill("2090-01-01T10:00");
  expect(await form.locator(".issue").count()).toBe(0);
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("cancelling a form asks first if something was typed", async () => {
  const { page, problems, open } = await openWithEditor();
  await open("/data/organization?organization=acme&tab=people");
  await page.getByRole("button", { name: "Add a person" }).click();
  const form = page.getByRole("dialog", { name: "Add a person" });
  await form.getByLabel("userId (required)").fill("lin");
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Stay here" }).click();
  expect(await form.getByLabel("userId (required)").inputValue()).toBe("lin");
  await form.getByLabel("userId (required)").fill("");
  await form.getByRole("button", { name: "Cancel" }).click();
  await form.waitFor({ state: "detached" });
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("the error about adding somebody to a group disappears when another id is typed", async () => {
  const { w, page, problems, open } = await openWithEditor();
  const groups = [{ groupId: "editors", groupName: "Editors" }];
  await w.ok("/v2/organizations/usergroups/add", { organizationId: "acme", organizationUserGroups: groups });
  await open("/data/organization?organization=acme&tab=groups");
  await page.getByRole("table").getByRole("button", { name: "Editors", exact: true }).click();
  const id = page.getByLabel("Add a person by id");
  await id.fill("nobody");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const refusal = page.getByRole("alert");
  await refusal.waitFor();
  await id.fill("nobod");
  expect(await refusal.count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "the permission provider is not turned on without an address, and the form says so at the address",
  async () => {
    const { w, page, problems, open } = await openWithEditor();
    const readConfig = async () => (await w.ok("/v2/workspace/permissionproviderconfig/get", {})).data;
    await open(`/keys/${w.tenant.apiKeyId}?tab=permissions`);
    await page.getByLabel("usePermissionProvider").selectOption({ label: "Yes" });
    await page.getByRole("button", { name: "Save" }).click();
    const address = page.getByLabel("permissionProviderUrl");
    await address.and(page.locator("[aria-invalid=true]:focus")).waitFor();
    expect(await page.locator(".issue").allInnerTexts()).toStrictEqual([
      "Without an address nobody gets access: enter the provider's address, or turn it off.",
    ]);
    expect((await readConfig()).usePermissionProvider).toBe(false);
    await address.fill("https://example.com/permissions");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await readConfig()).usePermissionProvider).toBe(true);
    await address.fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await address.and(page.locator("[aria-invalid=true]:focus")).waitFor();
    await page.getByLabel("usePermissionProvider").selectOption({ label: "No" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await readConfig()).permissionProviderConfig.permissionProviderUrl).toBe("");
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "a sender's address that no mail can come from is refused at its field, and the field may stay empty",
  async () => {
    const { w, page, problems, open } = await openWithEditor();
    const senderOf = async () => (await w.ok("/v2/workspace/emailconfig/get", {})).data.emailServiceConfig.fromEmail;
    await open(`/keys/${w.tenant.apiKeyId}?tab=email`);
    const address = page.getByLabel("fromEmail");
    const save = page.getByRole("button", { name: "Save" });
    for (const text of ["hello", "hello@example..com", "Acme <hello@example.com>"]) {
      await address.fill(text);
      await save.click();
      await address.and(page.locator("[aria-invalid=true]:focus")).waitFor();
      expect(await page.locator(".issue").allInnerTexts()).toStrictEqual([
        "Enter one plain address, such as hello@example.com, or leave the field empty.",
      ]);
    }
    expect(await senderOf()).toBe("");
    await address.fill("hello@example.com");
    await save.click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await senderOf()).toBe("hello@example.com");
    await address.fill("");
    await save.click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await senderOf()).toBe("");
    expect(problems).toStrictEqual([]);
  },
);
