import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

/** The console of a workspace with webhooks. */
async function openForms() {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  const { page, problems } = await openConsole(openBrowser);
  const open = async (path: string) => {
    await page.goto((await linkTo(w, url, false)).replace("/console#", `/console${path}#`));
    await page.clock.install();
  };
  return { w, page, problems, open };
}

/** Takes the browser offline and back, and waits until the page reads an endpoint of the service again. */
async function reconnect(page: Page, endpoint: string): Promise<void> {
  await page.clock.fastForward("01:00");
  const read = page.waitForResponse((response) => response.url().endsWith(endpoint));
  await page.evaluate("window.dispatchEvent(new Event('offline')); window.dispatchEvent(new Event('online'))");
  await (await read).finished();
}

testUnless(noBrowser)(
  "unchanged settings show what others have saved; edited ones are kept, and saving them asks first",
  async () => {
    const { w, page, problems, open } = await openForms();
    const provider = "/v2/workspace/permissionproviderconfig";
    const update = (host: string) =>
      w.ok(`${provider}/update`, { permissionProviderConfig: { permissionProviderUrl: `https://${host}.example` } });
    await update("first");
    await open(`/keys/${w.tenant.apiKeyId}?tab=permissions`);
    const field = page.getByLabel("permissionProviderUrl");
    await field.waitFor();
    await update("second");
    await reconnect(page, `${provider}/get`);
    await page.locator("input[value='https://second.example']").waitFor();
    await field.fill("https://mine.example");
    await update("third");
    await reconnect(page, `${provider}/get`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("It has changed in the meantime").waitFor();
    await page.getByRole("button", { name: "View it" }).click();
    await page.getByText('"https://third.example"').waitFor();
    await page.getByRole("button", { name: "Save anyway" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await field.inputValue()).toBe("https://mine.example");
    const { data } = await w.ok(`${provider}/get`, {});
    expect(data.permissionProviderConfig.permissionProviderUrl).toBe("https://mine.example");
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("incomplete JSON in the settings is kept when they are read again", async () => {
  const { w, page, problems, open } = await openForms();
  await open(`/keys/${w.tenant.apiKeyId}?tab=email`);
  const triggers = page.getByRole("textbox", { name: "triggers" });
  await triggers.fill('{"half');
  await w.ok("/v2/workspace/emailconfig/update", { useEmailService: true });
  await reconnect(page, "/v2/workspace/emailconfig/get");
  expect(await triggers.inputValue()).toBe('{"half');
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("endpoint settings keep what is typed when somebody else saves other fields", async () => {
  const { w, page, problems, open } = await openForms();
  const endpoints = "/v2/workspace/advancedwebhook/endpoints";
  const { data } = await w.ok(`${endpoints}/create`, { url: "https://example.com/one", description: "First" });
  const endpointId = data.id;
  await open(`/webhooks/${endpointId}?tab=settings`);
  const description = page.getByLabel("description");
  await description.fill("Mine");
  await w.ok(`${endpoints}/update`, { endpointId, rateLimit: 7 });
  await reconnect(page, `${endpoints}/get`);
  expect(await description.inputValue()).toBe("Mine");
  // The others have changed different fields, which saving does not touch, so there is no question.
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(await page.getByLabel("rateLimit").inputValue()).toBe("7");
  await description.fill("Mine again");
  await w.ok(`${endpoints}/update`, { endpointId, description: "Theirs" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Save anyway" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const reply = await w.ok(`${endpoints}/get`, {});
  expect(reply.data.endpoints[0]).toMatchObject({ description: "Mine again", rateLimit: 7 });
  expect(problems).toStrictEqual([]);
});
