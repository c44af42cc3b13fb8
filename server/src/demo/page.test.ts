import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import type { BrowserContextOptions } from "playwright-core";
import { browserOfFile, noBrowser } from "../../testing/browser.ts";
import { docsFolder } from "../../testing/built-server.ts";
import { servingSeededDocs } from "../../testing/seeded-docs.ts";
import { issueLinkCode, linkWithCode } from "../docs/link-codes.ts";

const openBrowser = browserOfFile();

/** A server with the seed world, and the code of a link. */
async function servingDemo() {
  const { w, url } = await servingSeededDocs({ docsFolder });
  const code = await issueLinkCode(w.context.store, w.context.now());
  return { w, url, code };
}

/** Two windows of two people. */
async function openTwo(options: BrowserContextOptions) {
  const { url, code } = await servingDemo();
  const context = await openBrowser(options);
  const problems: string[] = [];
  context.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  context.on("weberror", (error) => problems.push(String(error.error())));
  const ada = await context.newPage();
  await ada.goto(linkWithCode(url, "/demo", code));
  await ada.getByText("All changes saved").waitFor();
  const [lin] = await Promise.all([context.waitForEvent("page"), ada.getByText("Open as Sören Bäcker").click()]);
  await lin.getByText("All changes saved").waitFor();
  return { ada, lin, problems };
}

testUnless(noBrowser)("two windows edit one text, see each other's cursors, comments and notifications", async () => {
  const { ada, lin, problems } = await openTwo({ viewport: { width: 1280, height: 800 } });
  await ada.getByText("Sören Bäcker", { exact: true }).waitFor();

  await lin.getByLabel("Shared text").click();
  await lin.keyboard.press("Control+End");
  await lin.keyboard.type("4. Coffee");
  await ada.getByText("4. Coffee").waitFor();
  await ada.locator(".cm-ySelectionInfo", { hasText: "Sören Bäcker" }).waitFor();

  await lin.keyboard.press("Shift+Home");
  await lin.getByPlaceholder("Write a comment").fill("<b>Tea</b> as well?");
  await lin.getByRole("button", { name: "Comment", exact: true }).click();
  await ada.getByText("<b>Tea</b> as well?").first().waitFor();
  expect(await ada.locator(".thread-mark").textContent()).toBe("4. Coffee");
  await ada.getByText("Sören Bäcker commented on “4. Coffee”").waitFor();
  // Titles begin with the person, so that the tabs of the two windows can be told apart.
  expect(await ada.title()).toBe("(1) Amélie Dubois – Spring catalogue 2026 – Atrium");
  expect(await lin.title()).toBe("Sören Bäcker – Spring catalogue 2026 – Atrium");

  await ada.getByLabel("Shared text").click();
  await ada.keyboard.press("Control+Home");
  await ada.keyboard.type("For Monday: ");
  await ada.getByPlaceholder("Reply").fill("Both.");
  // A draft stays when notifications arrive.
  await lin.getByPlaceholder("Reply").fill("Which one?");
  await lin.getByPlaceholder("Reply").press("Shift+Enter");
  await lin.keyboard.type("The green one?");
  await lin.keyboard.press("Enter");
  const linReply = ada.getByText("The green one?").first();
  await linReply.waitFor();
  expect(await linReply.innerText()).toBe("Sören Bäcker Which one?\nThe green one?");
  await ada.getByRole("button", { name: "Reply" }).click();
  await lin.getByText("Both.").first().waitFor();
  await lin.getByText("Amélie Dubois replied on “4. Coffee”").waitFor();
  expect(await lin.locator(".thread-mark").textContent()).toBe("4. Coffee");
  await lin.setViewportSize({ width: 390, height: 800 });
  await lin.getByRole("button", { name: "1 unread" }).click();
  expect(await lin.evaluate("document.activeElement.id")).toBe("inbox-title");
  expect(await lin.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  await lin.getByRole("button", { name: "Mark as read" }).click();
  await lin.getByText("Inbox (1)").waitFor({ state: "detached" });
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "`@` in a comment offers people by any part of their names, by keyboard and by tap, and notifies the chosen person",
  async () => {
    const { ada, lin } = await openTwo({ viewport: { width: 390, height: 800 }, hasTouch: true });
    await ada.getByLabel("Shared text").click();
    await ada.keyboard.press("Control+Home");
    await ada.keyboard.press("Shift+End");
    const comment = ada.getByPlaceholder("Write a comment");
    await comment.click();
    await ada.keyboard.type("Please @bac");
    const option = ada.getByRole("option", { name: "Sören Bäcker", selected: true });
    await option.waitFor();
    expect(await comment.getAttribute("aria-activedescendant")).toBe(await option.getAttribute("id"));
    await ada.keyboard.press("Escape");
    await option.waitFor({ state: "detached" });
    await ada.keyboard.type("k");
    await ada.keyboard.press("Enter");
    expect(await comment.inputValue()).toBe("Please @Sören Bäcker ");
    await ada.keyboard.type("look");
    await ada.keyboard.press("Enter");
    await lin.getByText("Amélie Dubois mentioned you on").waitFor();
    await lin.locator(".mention", { hasText: "@Sören Bäcker" }).waitFor();
    const reply = lin.getByPlaceholder("Reply").first();
    await reply.tap();
    await lin.keyboard.type("Done @");
    await lin.getByRole("option", { name: "Amélie Dubois" }).tap();
    expect(await reply.inputValue()).toBe("Done @Amélie Dubois ");
    await lin.getByRole("button", { name: "Reply" }).first().tap();
    await ada.getByText("Sören Bäcker mentioned you on").waitFor();
  },
);

testUnless(noBrowser)(
  "comments on equal words are told apart by the words around them, and a comment on deleted words says so",
  async () => {
    const { url, code } = await servingDemo();
    const page = await (await openBrowser()).newPage();
    await page.goto(linkWithCode(url, "/demo", code));
    await page.getByText("All changes saved").waitFor();
    await page.getByLabel("Shared text").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nfirst tea\nsecond tea");
    for (const line of ["first", "second"]) {
      await page.getByText(`${line} tea`, { exact: true }).click();
      await page.keyboard.press("End");
      for (const _ of "tea") await page.keyboard.press("Shift+ArrowLeft");
      await page.getByPlaceholder("Write a comment").fill(`The ${line} one?`);
      await page.getByRole("button", { name: "Comment", exact: true }).click();
      await page.getByText(`The ${line} one?`).first().waitFor();
    }
    const second = page.getByRole("button", { name: "second tea", exact: true });
    const deleted = page.getByRole("button", { name: "tea (deleted)", exact: true });
    await second.waitFor();
    await page.getByRole("button", { name: "first tea", exact: true }).click();
    await page.keyboard.press("Delete");
    // The other `tea` is not the one the first comment is about.
    await deleted.waitFor();
    await second.waitFor();
    await page.getByText("All changes saved").waitFor();
    // A reloaded page can only undo changes made since.
    await page.reload();
    await second.click();
    await page.keyboard.press("Delete");
    await deleted.nth(1).waitFor();
    await page.getByLabel("Shared text").click();
    await page.keyboard.press("Control+z");
    await second.waitFor();
    await deleted.waitFor();
    await page.locator(".thread-mark").first().waitFor();
    await page.reload();
    await page.locator(".thread-mark").first().waitFor();
  },
);

testUnless(noBrowser)("a selection and a draft made while a comment is being sent are kept", async () => {
  const { url, code } = await servingDemo();
  const page = await (await openBrowser()).newPage();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/v2/notifications/add", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(linkWithCode(url, "/demo", code));
  await page.getByText("All changes saved").waitFor();
  await page.getByLabel("Shared text").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nfirst tea\nsecond tea");
  await page.keyboard.press("Shift+Home");
  const comment = page.getByPlaceholder("Write a comment");
  await comment.fill("Which one?");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await page.getByText("Which one?").waitFor();
  await page.getByText("first tea", { exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await comment.fill("This one?");
  const notified = page.waitForResponse("**/v2/notifications/add");
  release();
  await notified;
  await page.getByRole("button", { name: "Comment", exact: true, disabled: false }).click();
  await page.getByText("This one?").waitFor();
  await page.getByRole("button", { name: "first tea", exact: true }).waitFor();
  await comment.waitFor({ state: "hidden" });
});

testUnless(noBrowser)(
  "a comment that can't be sent is kept, with the reason; a comment whose notification fails is added only once",
  async () => {
    const { url, code } = await servingDemo();
    const page = await (await openBrowser({ viewport: { width: 390, height: 800 } })).newPage();
    await page.goto(linkWithCode(url, "/demo", code));
    await page.getByText("All changes saved").waitFor();
    await page.getByLabel("Shared text").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Shift+End");
    const comment = page.getByPlaceholder("Write a comment");
    await comment.fill("Which one?");
    await page.route("**/v2/commentannotations/add", (route) => route.abort());
    const button = page.getByRole("button", { name: "Comment", exact: true });
    await button.click();
    await page.getByRole("alert").filter({ hasText: "can't be reached" }).waitFor();
    expect(await comment.inputValue()).toBe("Which one?");
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Comment");
    await page.unroute("**/v2/commentannotations/add");
    await page.route("**/v2/notifications/add", (route) => route.abort());
    await button.click();
    await page.locator("#comment").waitFor({ state: "hidden" });
    expect(await page.locator("#threads > li").count()).toBe(1);
  },
);

/** As `openTwo`, with a line of words at the end of the text. */
async function openTwoOn(words: string) {
  const { ada, lin } = await openTwo({ viewport: { width: 1280, height: 800 } });
  await ada.getByLabel("Shared text").click();
  await ada.keyboard.press("Control+End");
  await ada.keyboard.type(`\n${words}`);
  await lin.getByText(words).waitFor();
  return { ada, lin };
}

testUnless(noBrowser)(
  "a comment marks the same words for everybody after half of them were deleted and restored",
  async () => {
    const { ada, lin } = await openTwoOn("fresh green tea");
    await ada.getByText("All changes saved").waitFor();
    // A reloaded page can only undo changes made since.
    await ada.reload();
    await ada.getByText("fresh green tea").click();
    await ada.keyboard.press("End");
    for (const _ of "green tea") await ada.keyboard.press("Shift+ArrowLeft");
    await ada.getByPlaceholder("Write a comment").fill("Which one?");
    await ada.getByRole("button", { name: "Comment", exact: true }).click();
    for (const page of [ada, lin]) await page.locator(".thread-mark", { hasText: /^green tea$/ }).waitFor();
    await ada.locator("#comment").waitFor({ state: "hidden" });
    for (const _ of "green tea") await ada.keyboard.press("ArrowLeft");
    for (const _ of "green ") await ada.keyboard.press("Shift+ArrowRight");
    // In one step, so that one undo restores it whatever the clock says.
    await ada.keyboard.press("Delete");
    for (const page of [ada, lin]) await page.locator(".thread-mark", { hasText: /^tea$/ }).waitFor();
    await ada.keyboard.press("Control+z");
    // The other window would draw the selection again, across the mark.
    await ada.keyboard.press("End");
    for (const page of [ada, lin]) {
      await page.locator(".thread-mark", { hasText: /^green tea$/ }).waitFor();
      await page.getByRole("button", { name: "fresh green tea", exact: true }).waitFor();
    }
  },
);

testUnless(noBrowser)(
  "a draft comment stays when others delete its words, and notifications and marked words lead to their thread",
  async () => {
    const { ada, lin } = await openTwoOn("fresh green tea");
    await ada.keyboard.press("Shift+Home");
    const draft = ada.getByPlaceholder("Write a comment");
    await draft.fill("Which one?");
    await lin.getByText("fresh green tea").click();
    await lin.keyboard.press("Home");
    await lin.keyboard.press("Shift+End");
    await lin.keyboard.type("coffee");
    await ada.getByText("coffee").waitFor();
    await ada.getByRole("button", { name: "Comment", exact: true }).click();
    await ada.getByRole("alert").filter({ hasText: "No words are selected any more" }).waitFor();
    expect(await draft.inputValue()).toBe("Which one?");
    await ada.getByText("coffee").click();
    await ada.keyboard.press("Home");
    await ada.keyboard.press("Shift+End");
    await ada.getByRole("button", { name: "Comment", exact: true }).click();
    await ada.locator("#comment").waitFor({ state: "hidden" });
    expect(await ada.evaluate("document.activeElement.ariaLabel")).toBe("Shared text");

    await lin.getByRole("button", { name: "Amélie Dubois commented on “coffee”" }).click();
    await lin.locator("#threads > li.current", { hasText: "Which one?" }).waitFor();
    expect(await lin.evaluate("document.activeElement.textContent")).toBe("coffee");
    await lin.getByLabel("Shared text").click();
    await lin.keyboard.press("Control+Home");
    await lin.locator("#threads > li.current").waitFor({ state: "detached" });
    await lin.locator(".thread-mark").click();
    await lin.locator("#threads > li.current").waitFor();
    await lin.getByRole("button", { name: "Mark as read" }).click();
    expect(await lin.evaluate("document.activeElement.id")).toBe("inbox-title");
  },
);

testUnless(noBrowser)(
  "edits that the server has not stored are shown as unsaved, and leaving the page asks first",
  async () => {
    const { url, code } = await servingDemo();
    const page = await (await openBrowser()).newPage();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let isHeld = false;
    await page.routeWebSocket("**/v2/crdt/socket/**", (socket) => {
      const server = socket.connectToServer();
      server.onMessage(async (message) => {
        if (isHeld) await released;
        socket.send(message);
      });
    });
    await page.goto(linkWithCode(url, "/demo", code));
    await page.getByText("All changes saved").waitFor();
    isHeld = true;
    await page.getByLabel("Shared text").click();
    await page.keyboard.type("Hello ");
    await page.getByText("Saving …").waitFor();
    const dialog = page.waitForEvent("dialog");
    void page.evaluate("location.reload()").catch(() => undefined);
    const question = await dialog;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    release();
    await page.getByText("All changes saved").waitFor();
  },
);

testUnless(noBrowser)(
  "leaving the page while a comment is being sent asks first, so that others are notified of it",
  async () => {
    const { ada, lin } = await openTwo({ viewport: { width: 1280, height: 800 } });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await lin.route("**/v2/notifications/add", async (route) => {
      await released;
      await route.continue();
    });
    await lin.getByLabel("Shared text").click();
    await lin.keyboard.press("Control+End");
    await lin.keyboard.type("4. Coffee");
    await lin.keyboard.press("Shift+Home");
    await lin.getByPlaceholder("Write a comment").fill("Which one?");
    const notifying = lin.waitForRequest("**/v2/notifications/add");
    await lin.getByRole("button", { name: "Comment", exact: true }).click();
    await notifying;
    await lin.getByText("All changes saved").waitFor();
    const dialog = lin.waitForEvent("dialog");
    void lin.evaluate("location.reload()").catch(() => undefined);
    const question = await dialog;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    release();
    await ada.getByText("Sören Bäcker commented on").waitFor();
  },
);

testUnless(noBrowser)("without a link the page explains itself, and with a used link it says why", async () => {
  const { url, code } = await servingDemo();
  const page = await (await openBrowser()).newPage();
  await page.goto(`${url}/demo`);
  await page.getByRole("main").getByText("npx atrium open demo").waitFor();
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
  // An injected script does not run.
  await page.evaluate(
    "document.body.append(Object.assign(document.createElement('script'), { text: 'hasRun = true' }))",
  );
  expect(await page.evaluate("typeof hasRun")).toBe("undefined");
  await page.goto(linkWithCode(url, "/demo", code));
  await page.getByText("All changes saved").waitFor();
  expect(page.url()).toBe(`${url}/demo`);
  const other = await (await openBrowser()).newPage();
  await other.goto(linkWithCode(url, "/demo", code));
  await other.getByText("npx atrium open demo prints a new one").waitFor();
});
