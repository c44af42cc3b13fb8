import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

/** The console with a half-filled form for a new document. */
async function openHalfFilled() {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const { page, problems } = await openConsole(openBrowser);
  await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/data/organization?organization=acme#"));
  await page.getByRole("button", { name: "Add a document" }).click();
  const form = page.getByRole("dialog", { name: "Add a document" });
  await form.getByLabel("documentId").fill("half-typed");
  return { w, url, page, problems, form };
}

/** The same, after the session has ended. */
async function openInterrupted() {
  const { w, url, page, problems, form } = await openHalfFilled();
  await page.context().clearCookies();
  await form.getByRole("button", { name: "Save" }).click();
  const ended = page.getByRole("dialog", { name: "The session has ended" });
  await ended.waitFor();
  /** Saves what was typed before the session ended. */
  const goOn = async () => {
    await ended.waitFor({ state: "detached" });
    expect(await form.getByLabel("documentId").inputValue()).toBe("half-typed");
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "half-typed" }).first().waitFor();
    expect(problems).toStrictEqual([]);
  };
  return { w, url, page, form, ended, goOn };
}

/** Opens a link in a second tab, and comes back to the first one. */
async function openInSecondTab(page: Page, link: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(link);
  await other.getByRole("heading", { name: "Overview" }).waitFor();
  await page.bringToFront();
}

testUnless(noBrowser)("after the session has ended, typing the token again continues with what was typed", async () => {
  const { w, ended, goOn } = await openInterrupted();
  const token = ended.getByLabel("Workspace token");
  await token.fill("wt_wrong");
  await ended.getByRole("button", { name: "Log in", exact: true }).click();
  await ended.getByText("The workspace id or its token is wrong").waitFor();
  await token.fill(w.tenant.workspaceToken);
  await ended.getByRole("button", { name: "Log in", exact: true }).click();
  await goOn();
});

testUnless(noBrowser)("a link opened in another tab also resumes a tab whose session has ended", async () => {
  const { w, url, page, goOn } = await openInterrupted();
  await openInSecondTab(page, await linkTo(w, url, false));
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await goOn();
});

testUnless(noBrowser)(
  "a link opened in a second tab keeps the first tab usable, with what was typed in it",
  async () => {
    const { w, url, page, problems, form } = await openHalfFilled();
    const other = await page.context().newPage();
    await other.goto(await linkTo(w, url, false));
    await other.getByRole("heading", { name: "Overview" }).waitFor();
    const joined = page.waitForResponse((response) => response.url().endsWith("/v2/workspace/sessions/get"));
    await form.getByRole("button", { name: "Save" }).click();
    await joined;
    await page.getByRole("dialog", { name: "The session has ended" }).waitFor({ state: "detached" });
    expect(await form.getByLabel("documentId").inputValue()).toBe("half-typed");
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "half-typed" }).first().waitFor();
    await page.reload();
    await page.getByRole("cell", { name: "half-typed" }).first().waitFor();
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "an action that the ended session refused is reported as not carried out once the session is resumed",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const { page, problems } = await openConsole(openBrowser);
    const settings = `/console/keys/${w.tenant.apiKeyId}?tab=settings#`;
    await page.goto((await linkTo(w, url, false)).replace("/console#", settings));
    const field = page.getByLabel("requireJwtToken");
    await field.selectOption("true");
    await openInSecondTab(page, await linkTo(w, url, false));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Your action was not carried out").waitFor();
    const ended = page.getByRole("dialog", { name: "The session has ended" });
    // The session is resumed even while the page still shows the refusal.
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("button", { name: "Stay here" }).click();
    expect(await ended.count()).toBe(0);
    expect(await field.inputValue()).toBe("true");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await page.getByText("Your action was not carried out").count()).toBe(0);
    expect((await w.ok("/v2/workspace/apikeyconfig/get", {})).data.requireJwtToken).toBe(true);
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "a call that an ended session refused is reported as not carried out, and the same button repeats it",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
    const { page, problems } = await openConsole(openBrowser);
    const path = "/console/try?endpoint=/v2/organizations/get&input=json#";
    await page.goto((await linkTo(w, url, false)).replace("/console#", path));
    await page.getByRole("button", { name: "Make the call" }).waitFor();
    await openInSecondTab(page, await linkTo(w, url, false));
    await page.getByRole("button", { name: "Make the call" }).click();
    await page.getByText("Your action was not carried out").waitFor();
    await page.getByRole("button", { name: "Make the call" }).click();
    await page.getByRole("heading", { name: "Result" }).waitFor();
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "a session of another workspace does not resume a tab, which says why and names its own",
  async () => {
    const { w, url, page, ended } = await openInterrupted();
    await ended.getByText(`npx atrium console --workspace ${w.tenant.workspaceId}`).waitFor();
    const tenant = await w.newTenant();
    await openInSecondTab(page, await linkTo({ ...w, tenant }, url, false));
    const sessionResponse = page.waitForResponse((response) => response.url().endsWith("/v2/workspace/sessions/get"));
    await page.evaluate("dispatchEvent(new Event('focus'))");
    expect((await sessionResponse).status()).toBe(200);
    await ended.getByText("A link has opened another workspace in this browser").waitFor();
    expect(await ended.getByText("npx atrium console").count()).toBe(0);
  },
);

testUnless(noBrowser)("logging out in one tab shows at once in the others that the session has ended", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const { page, problems } = await openConsole(openBrowser);
  await page.goto(await linkTo(w, url, false));
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${url}/console/live`);
  await other.getByRole("heading", { name: "Live", exact: true }).waitFor();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  await other.getByRole("dialog", { name: "The session has ended" }).waitFor();
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "logging out of a tab that has its own token does not end the session of other tabs",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const { page } = await openConsole(openBrowser);
    await page.goto(`${url}/console`);
    await page.getByLabel("Workspace id").fill(w.tenant.workspaceId);
    await page.getByLabel("Workspace token").fill(w.tenant.workspaceToken);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const other = await page.context().newPage();
    await other.goto(await linkTo(w, url, false));
    await other.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await other.goto(`${url}/console/keys`);
    await other.getByRole("heading", { name: "API keys" }).waitFor();
    // Another tab can still join the session.
    const third = await page.context().newPage();
    await third.goto(`${url}/console/keys`);
    await third.getByRole("heading", { name: "API keys" }).waitFor();
  },
);

testUnless(noBrowser)(
  "a refusal of a call that the ended session made arrives after the new login, and does not end the new session",
  async () => {
    const { w, url, page, problems, form } = await openHalfFilled();
    const { promise: resumed, resolve: release } = Promise.withResolvers<void>();
    await page.route(
      "**/v2/organizations/documents/add",
      async (route) => {
        await resumed;
        const error = { status: "UNAUTHENTICATED", message: "The session has ended." };
        await route.fulfill({ status: 401, headers: { "x-request-id": "late" }, json: { error } });
      },
      { times: 1 },
    );
    const sentRequest = page.waitForRequest("**/v2/organizations/documents/add");
    await form.getByRole("button", { name: "Save" }).click();
    await sentRequest;
    const joined = page.waitForResponse((response) => response.url().endsWith("/v2/workspace/sessions/get"));
    await openInSecondTab(page, await linkTo(w, url, false));
    await page.evaluate(
      "dispatchEvent(new StorageEvent('storage', { key: 'atrium-console-session', newValue: null }))",
    );
    await joined;
    const ended = page.getByRole("dialog", { name: "The session has ended" });
    await ended.waitFor({ state: "detached" });
    release();
    await form.getByText("Your action was not carried out").waitFor();
    expect(await ended.count()).toBe(0);
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "half-typed" }).first().waitFor();
    expect(problems).toStrictEqual([]);
  },
);
