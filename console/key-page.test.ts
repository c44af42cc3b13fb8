import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { type ServingOptions, servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

/** The console, showing the page of a new workspace's API key. */
async function openKey(options: ServingOptions = {}) {
  const { w, url } = await servingDocs({ docsFolder, ...options });
  const { page, problems } = await openConsole(openBrowser);
  const open = async (path: string) =>
    page.goto((await linkTo(w, url, false)).replace("/console#", `/console${path}#`));
  return { w, page, problems, open };
}

testUnless(noBrowser)("renaming an API key confirms that it is saved, and shows the stored name", async () => {
  const { w, page, problems, open } = await openKey();
  await open(`/keys/${w.tenant.apiKeyId}`);
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("  Renamed ");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
  expect(await name.inputValue()).toBe("Renamed");
  // The key switch at the top also names the purpose of the key.
  expect(await page.locator(".key-switch option").allInnerTexts()).toStrictEqual(["Renamed · Testing"]);
  expect(await page.getByRole("button", { name: "Rename" }).isDisabled()).toBe(true);
  await name.fill("Renamed again");
  expect(await page.getByText("Saved", { exact: true }).count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "creating or replacing an auth token is announced by its name, and the name field is cleared",
  async () => {
    const { w, page, problems, open } = await openKey();
    await open(`/keys/${w.tenant.apiKeyId}?tab=tokens`);
    const name = page.getByLabel("Name of the token");
    const make = async () => {
      await name.fill("ci");
      await page.getByRole("button", { name: "Create or replace a token" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Create or replace a token" }).click();
    };
    await make();
    await page.getByRole("status").getByText("The token “ci” has been created").waitFor();
    await page.getByRole("term").getByText("ci", { exact: true }).waitFor();
    await page.waitForFunction("![...document.querySelectorAll('main input')].some(({ value }) => value === 'ci')");
    await make();
    await page.getByRole("status").getByText("The token “ci” has been replaced").waitFor();
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("replacing a webhook secret is announced", async () => {
  const { w, page, problems, open } = await openKey();
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  const { data } = await w.ok("/v2/workspace/advancedwebhook/endpoints/create", { url: "https://example.com/one" });
  await open(`/webhooks/${data.id}?tab=secret`);
  await page.getByRole("button", { name: "Replace the secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace the secret" }).click();
  await page.getByRole("status").getByText("The secret has been replaced").waitFor();
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("a refused domain is reported at its field, also when it is the first one", async () => {
  const { w, page, open } = await openKey();
  await open(`/keys/${w.tenant.apiKeyId}?tab=domains`);
  const field = page.getByLabel("Domain", { exact: true });
  const refused = async () => {
    await page.getByText("Must be a domain or a URL.").waitFor();
    await field.and(page.locator("[aria-invalid=true]:focus")).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  };
  await field.fill("   ");
  await page.getByRole("button", { name: "Add the domain" }).click();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await field.fill(" a.example,b.example ");
  await page.getByRole("button", { name: "Add the domain" }).click();
  await refused();
  await w.ok("/v2/workspace/domains/add", { domains: ["a.example"] });
  await field.fill("");
  await page.reload();
  await page.getByRole("term").getByText("a.example").waitFor();
  await field.fill("*");
  await page.getByRole("button", { name: "Add the domain" }).click();
  await refused();
});

testUnless(noBrowser)("without a domain the page says that no page may make calls, as the service has it", async () => {
  const { w, page, problems, open } = await openKey();
  const { allowedDomains } = (await w.ok("/v2/workspace/domains/get", {})).data;
  if (allowedDomains.length > 0) await w.ok("/v2/workspace/domains/delete", { domains: allowedDomains });
  const token = await w.token("lin");
  const place = { organizationId: "acme", documentId: "plan" };
  const { status } = await w.request("/v2/presence/get", place, { token, headers: { origin: "https://a.example" } });
  expect(status).toBe(403);
  await open(`/keys/${w.tenant.apiKeyId}?tab=domains`);
  await page.getByText("No domains: no page may make calls with a user token").waitFor();
  await w.ok("/v2/workspace/domains/add", { domains: ["a.example", "b.example"] });
  await page.reload();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Remove: b.example" }).click();
  await dialog.getByText("Within a minute, its pages can no longer make calls.").waitFor();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Remove: a.example" }).click();
  await dialog.getByText("within a minute, no page can make calls with a user token").waitFor();
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("a test mail that was not sent but kept is reported as kept, with a link to it", async () => {
  const mail = { hasMailbox: true, perMinute: 0, perRecipient: 0 };
  const { w, page, problems, open } = await openKey({ settings: { mail } });
  await open(`/keys/${w.tenant.apiKeyId}?tab=email`);
  await page.getByLabel("To", { exact: true }).fill("ops@acme.example");
  await page.getByRole("button", { name: "Send a test mail" }).click();
  await page.getByText("The mail to ops@acme.example was not sent, but kept here").waitFor();
  expect(await page.getByText("has been sent").count()).toBe(0);
  await page.getByRole("link", { name: "Open the mailbox" }).click();
  await page.getByRole("button", { name: "Your e-mail configuration works" }).waitFor();
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("an unreachable mail server is not reported as having answered", async () => {
  const mail = { smtpUrl: "smtp://127.0.0.1:1", hasMailbox: false, perMinute: 0, perRecipient: 0 };
  const from = { name: "Acme", address: "hello@acme.example" };
  const { w, page, problems, open } = await openKey({ settings: { mail: { ...mail, from } } });
  await open(`/keys/${w.tenant.apiKeyId}?tab=email`);
  await page.getByLabel("To", { exact: true }).fill("ops@acme.example");
  await page.getByRole("button", { name: "Send a test mail" }).click();
  await page.getByText("The mail to ops@acme.example was not sent. A later attempt may succeed").waitFor();
  await page.getByText("could not be reached").waitFor();
  expect(problems).toStrictEqual([]);
});
