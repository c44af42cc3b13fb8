import { readFileSync } from "node:fs";
import { keepMail } from "@atrium/functions/domain/mail/store/mailbox";
import { callOf } from "@atrium/functions/testing/fixtures/webhooks/webhooks";
import { addExampleData } from "@atrium/functions/testing/harness/example-world";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import type { World } from "@atrium/functions/testing/harness/world";
import { expect } from "@jest/globals";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";
import { payloads } from "./testing/payloads.ts";

const openBrowser = browserOfFile();

/** The addresses of all pages below `/console`. */
const paths = [...readFileSync(new URL("src/pages.ts", import.meta.url), "utf8").matchAll(/path: "(\/[^"]*)"/g)].map(
  ([, path]) => path ?? "",
);

/** A mail with styles that the mail frame must apply: one in an attribute, one in a style sheet. */
const styledMail =
  '<style>i { color: rgb(4, 5, 6) }</style><b style="color: rgb(1, 2, 3)">Look here</b> <i>and there</i>';
const hostileMail = {
  ...{ messageId: "1@example.com", subject: payloads[0] ?? "", text: payloads.join("\n") },
  ...{ from: { address: "atrium@example.com" }, to: { name: payloads[1], address: "lin@example.com" } },
};

/** Waits until a page has loaded its content. */
async function waitUntilLoaded(page: Page): Promise<void> {
  const heading = page.getByRole("main").locator("h1").waitFor();
  await heading.catch(async (cause) => {
    throw new Error(`${page.url()} has no heading: ${await page.locator("body").innerText()}`, { cause });
  });
  for (const one of await page.locator(".loading").all()) await one.waitFor({ state: "detached" });
}

/** What axe checks: all of WCAG 2.2 AA, and only the colour contrast where only colours have changed. */
const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const colours = { type: "rule", values: ["color-contrast"] };

/** The violations that axe finds, one per line. */
async function violations(page: Page, rules: typeof everything | typeof colours): Promise<string[]> {
  return page.evaluate(`axe.run({ runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(", ")))`);
}

/** Leaving a page discards the replies that it did not wait for. */
const ignoreLost = () => undefined;

testUnless(noBrowser)("a newcomer follows the printed link, creates a key, configures it, and adds data", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const { page, problems, requested } = await openConsole(openBrowser);
  await page.goto(await linkTo(w, url, false));
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(page.url()).toBe(`${url}/console`);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Create an API key" }).click();
  await page.getByLabel("Name").fill("Newcomer");
  await page.getByLabel("E-mail address of the owner").fill("ada@example.com");
  // A double click creates only one key.
  await page.getByRole("button", { name: "Create", exact: true }).dblclick();
  await page.getByText("The API key has been created").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  // The address now names the key, which was the only one before.
  await page.waitForURL(`**?key=${w.tenant.apiKeyId}`);
  await page.getByRole("link", { name: "Newcomer" }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("requireJwtToken").selectOption({ label: "Yes" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByLabel("API key", { exact: true }).selectOption({ label: "Newcomer · Testing" });
  await pages.getByRole("link", { name: "Data" }).click();
  await page.getByText("No organizations yet").waitFor();
  const add = async (button: string, fields: Record<string, string>) => {
    await page.getByRole("button", { name: button }).click();
    const dialog = page.getByRole("dialog");
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await add("Add an organization", { "organizationId (required)": "acme", organizationName: "Acme" });
  await page.getByRole("button", { name: "Add an organization" }).click();
  await page.getByRole("dialog").getByLabel("organizationId (required)").fill("acme");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("There is already an organization with this id.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Leave" }).click();
  // An empty field no longer filters.
  await page.getByLabel("Find by name or id").fill("nobody");
  await page.getByText("No matches").waitFor();
  await page.getByLabel("Find by name or id").fill("");
  await page.getByRole("link", { name: "Acme" }).click();
  await page.getByText("No documents here yet").waitFor();
  await add("Add a document", { "documentId (required)": "roadmap/2027", documentName: "Roadmap" });
  await page.getByRole("table").getByRole("link", { name: "Roadmap" }).waitFor();
  // Typed values are not discarded without a question.
  await page.getByRole("button", { name: "Add a document" }).click();
  await page.getByLabel("documentName").fill("Notes");
  await page.evaluate("history.back()");
  await page.getByRole("button", { name: "Stay here" }).click();
  expect(await page.getByLabel("documentName").inputValue()).toBe("Notes");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("dialog", { name: "Add a document" }).waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "People" }).click();
  await add("Add a person", { "userId (required)": "lin", name: "Lin" });
  await page.getByRole("table").getByRole("link", { name: "Lin" }).waitFor();
  await page.getByRole("tab", { name: "Organization" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const facts = page.getByRole("dialog").locator(".facts > div");
  await facts.first().waitFor();
  expect((await facts.allInnerTexts()).slice(0, 3)).toStrictEqual(["Folders\n0", "Documents\n1", "People\n1"]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("tab", { name: "Groups" }).click();
  await add("Add a group", { "groupId (required)": "editors", groupName: "Editors" });
  await page.getByRole("table").getByRole("button", { name: "Editors", exact: true }).click();
  await page.getByLabel("Add a person by id").fill("lin");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("link", { name: "Lin" }).waitFor();
  // The address reopens the page in a second tab, because the session belongs to the browser.
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByRole("link", { name: "Lin" }).waitFor();
  await second.goto(page.url().replace("group=editors", "group=nobody"));
  await second.getByText("There is no such group: nobody").waitFor();
  const chosenKeyId = new URL(page.url()).searchParams.get("key");
  await second.goto(`${url}/console/access?organization=acme&user=nobody&key=${chosenKeyId}`);
  await second.getByText("There is no person with the id nobody in acme.").waitFor();
  // An address without a key opens the key chosen last; choosing another key leads to its list of organizations.
  await second.goto(`${url}/console`);
  await second.waitForURL(`**?key=${chosenKeyId}`);
  await page.getByLabel("API key", { exact: true }).selectOption(w.tenant.apiKeyId);
  await page.waitForURL(`${url}/console/data?key=${w.tenant.apiKeyId}`);
  expect(problems).toStrictEqual([]);
  expect(requested.filter((one) => !one.startsWith(`${url}/`))).toStrictEqual([]);
});

testUnless(noBrowser)("a wrong token is explained, and the right one stays in the tab until logout", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const { page, problems } = await openConsole(openBrowser, 390);
  await page.goto(`${url}/console/keys`);
  await page.getByLabel("Workspace id").fill(w.tenant.workspaceId);
  await page.getByLabel("Workspace token").fill("wt_wrong");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("The workspace id or its token is wrong").waitFor();
  await page.getByLabel("Workspace token").fill(w.tenant.workspaceToken);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "API keys" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "API keys" }).waitFor();
  expect(await page.evaluate("JSON.stringify(localStorage) + document.cookie")).not.toContain(w.tenant.workspaceToken);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Log in to your workspace" }).waitFor();
  expect(await page.evaluate("JSON.stringify(sessionStorage)")).not.toContain(w.tenant.workspaceToken);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "a used link says how to get a new one, a link opened in a tab logs in there, and a read-only session offers no writes",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const { page } = await openConsole(openBrowser);
    const link = await linkTo(w, url, true);
    await page.goto(link.replace("/console#", "/console/keys#"));
    await page.getByText("Read only").waitFor();
    await waitUntilLoaded(page);
    const create = page.getByRole("button", { name: "Create an API key" });
    expect(await create.count()).toBe(0);
    const ofKey = `${url}/console/keys/${w.tenant.apiKeyId}`;
    await page.goto(`${ofKey}?tab=tokens`);
    await page.getByText("This session is read-only").waitFor();
    await page.getByRole("tab", { name: "E-mail" }).click();
    expect(await page.getByLabel("fromEmail").isDisabled()).toBe(true);
    await page.goto(`${url}/console/keys`);
    await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/keys#"));
    await create.waitFor();
    expect(page.url()).toBe(`${url}/console/keys`);
    // In the browser whose session a link has begun, it opens the console again.
    const again = await page.context().newPage();
    await again.goto(link);
    await again.getByRole("heading", { name: "Overview" }).waitFor();
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("heading", { name: "The session has ended" }).waitFor();
    await page.getByRole("button", { name: "Go to the login page" }).click();
    await page.getByRole("heading", { name: "Log in to your workspace" }).waitFor();
    const { page: other } = await openConsole(openBrowser);
    await other.goto(link);
    await other.getByText("The link no longer works").waitFor();
  },
);

testUnless(noBrowser)(
  "no page runs code from hostile data, violates its policy, or has accessibility violations",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const [organizationId, documentId] = ["hostile", "document"];
    const place = { organizationId, documentId };
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId, organizationName: payloads[0] }] });
    await w.ok("/v2/organizations/documents/add", {
      organizationId,
      documents: payloads.map((documentName, i) => ({ documentId: i === 0 ? documentId : `d${i}`, documentName })),
    });
    await w.ok("/v2/users/add", {
      organizationId,
      users: payloads.map((name, i) => ({ userId: `u${i}`, name, email: "" })),
    });
    await w.ok("/v2/commentannotations/add", {
      ...place,
      commentAnnotations: payloads.map((commentText, i) => ({
        commentData: [{ commentText, commentHtml: commentText, from: { userId: `u${i}`, name: commentText } }],
        context: { [commentText]: commentText },
      })),
    });
    await w.ok("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features: { advancedWebhooks: true } });
    await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
    const webhook = { url: "https://hooks.example.com/a", description: payloads[0] };
    const { id: endpoint } = (await w.ok("/v2/workspace/advancedwebhook/endpoints/create", webhook)).data;
    const { page, problems, requested } = await openConsole(openBrowser);
    await page.goto(await linkTo(w, url, false));
    await waitUntilLoaded(page);
    const values = new URLSearchParams({
      ...{
        organization: organizationId,
        document: documentId,
        person: "u1",
        user: "u1",
        what: "document",
        id: documentId,
      },
    });
    const opened = paths.map((path) => path.replace("$apiKey", w.tenant.apiKeyId).replace("$endpoint", endpoint));
    const people = `/data/organization?${values}&tab=people`.replace("person=u1&", "");
    for (const path of [...opened.map((one) => `${one}?${values}`), people]) {
      await page.goto(`${url}/console${path}`);
      await waitUntilLoaded(page);
      await page.evaluate(axe.source);
      await page.emulateMedia({ colorScheme: "light" });
      expectWithContext(await violations(page, everything), path).toStrictEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expectWithContext(await violations(page, colours), `${path} in the dark`).toStrictEqual([]);
      expectWithContext(await page.locator("#root :is(script, iframe, img, object, embed)").count(), path).toBe(0);
      expectWithContext(await page.evaluate("window.hit"), path).toBeUndefined();
    }
    const quiet = problems.length;
    await keepMail(await callOf(w), { ...hostileMail, html: `${styledMail}${payloads.join("")}` });
    await page.goto(`${url}/console/notifications?tab=mailbox&mail=1`);
    const mail = page.frameLocator("iframe.mail-html");
    await mail.getByText("Look here").waitFor();
    const colour = (tag: string) =>
      page.evaluate(`frames[0].getComputedStyle(frames[0].document.querySelector("${tag}")).color`);
    expect([await colour("b"), await colour("i")]).toStrictEqual(["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
    expect(await page.evaluate("window.hit ?? frames[0].hit")).toBeUndefined();
    // The policy reports everything in the mail that it refuses.
    for (const refused of problems.splice(quiet)) expect(refused).toContain("Content Security Policy");
    await page.goto(`${url}/console${people}`);
    await page.getByRole("button", { name: /^Open: u1$/ }).click();
    await page.getByRole("dialog").getByText('"userId"').waitFor();
    expect(await page.getByText(payloads[1] ?? "", { exact: true }).count()).toBeGreaterThan(0);
    expect(paths.length).toBeGreaterThan(10);
    expect(problems).toStrictEqual([]);
    expect(requested.filter((one) => !one.startsWith(`${url}/`))).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "a missing record is reported once, and one that others have changed is neither overwritten nor moved unasked",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const [organizationId, documentId] = ["acme", "plan"];
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId, organizationName: "Acme" }] });
    const documents = [documentId, "taken"].map((id) => ({ documentId: id, documentName: id }));
    await w.ok("/v2/organizations/documents/add", { organizationId, documents });
    const { page, problems } = await openConsole(openBrowser);
    await page.goto(await linkTo(w, url, false));
    await waitUntilLoaded(page);
    const main = page.getByRole("main");
    for (const [path, notice] of [
      ["organization", "The address does not name an organization"],
      ["organization?organization=other", "There is no organization with the id other"],
      ["document", "The address does not name a document"],
      ["document?organization=other&document=plan", "There is no document with the id plan here"],
      ["person", "The address does not name a person"],
      ["person?organization=acme&person=nobody", "There is no person with the id nobody here"],
    ]) {
      await page.goto(`${url}/console/data/${path}`);
      await main.locator(".notice", { hasText: notice ?? "" }).waitFor();
      expectWithContext(await main.locator(".notice, button, [role=tab]").count(), path).toBe(1);
    }
    await page.goto(`${url}/console/data/document?organization=acme&document=plan&tab=document`);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("documentName").fill("Mine");
    const theirs = [{ documentId, documentName: "Theirs" }];
    await w.ok("/v2/organizations/documents/update", { organizationId, documents: theirs });
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("It has changed in the meantime").waitFor();
    await page.getByRole("button", { name: "View it" }).click();
    await dialog.getByText('"Theirs"').waitFor();
    await page.getByRole("button", { name: "Save anyway" }).click();
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    await page.getByLabel("New id of the document").fill("taken");
    await page.getByRole("button", { name: "Migrate" }).click();
    await page.getByText("There is already a document with this id.").waitFor();
    await page.getByLabel("New id of the document").fill("moved");
    await page.getByRole("button", { name: "Migrate" }).click();
    await dialog.getByText("Move everything in plan to moved?").waitFor();
    expect(await dialog.getByRole("button", { name: "Migrate" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Type plan to confirm").fill("plan");
    await dialog.getByRole("button", { name: "Migrate" }).click();
    await page.getByText("Moved", { exact: true }).waitFor();
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "the session of a workspace sees nothing of another workspace, whatever the address names",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const other = await w.newTenant("owner-of-another@example.com");
    await addExampleData(w, other, "-of-another");
    const values = new URLSearchParams({
      ...{ key: other.apiKeyId, organization: "acme", document: "roadmap", person: "ada", user: "ada" },
      ...{ what: "document", id: "roadmap", action: "read" },
    });
    const shownBy = async (tenant: World["tenant"], opened: readonly string[]) => {
      const { page } = await openConsole(openBrowser);
      const replies: string[] = [];
      const reading: Promise<unknown>[] = [];
      page.on("response", (response) => {
        if (!response.url().includes("/v2/")) return;
        const read = response.text().then((text) => replies.push(text), ignoreLost);
        // A stream is read by its page and ends with it.
        if (!response.headers()["content-type"]?.startsWith("text/event-stream")) reading.push(read);
      });
      await page.goto(await linkTo({ ...w, tenant }, url, false));
      await waitUntilLoaded(page);
      for (const path of opened) {
        await page.goto(`${url}/console${path.replace("$apiKey", other.apiKeyId)}?${values}`);
        await waitUntilLoaded(page);
        if (tenant === other) await page.getByRole("main").getByText("-of-another").first().waitFor();
        replies.push(await page.locator("body").innerText());
        // The page has received its replies, but the test may still be reading some of them.
        await Promise.all(reading);
      }
      return replies.filter((text) => text.includes("-of-another"));
    };
    expect((await shownBy(other, ["/data/organization"])).length).toBeGreaterThan(1);
    expect(await shownBy(w.tenant, paths)).toStrictEqual([]);
  },
);
