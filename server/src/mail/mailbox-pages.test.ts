import { KEPT_MAILS, keepMail } from "@atrium/functions/domain/mail/store/mailbox";
import { findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import { compose, item, threadOf } from "@atrium/functions/testing/fixtures/notifications/mails";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import type { World } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { browserOfFile, noBrowser } from "../../testing/browser.ts";
import { docsFolder } from "../../testing/built-server.ts";
import { servingDocs } from "../../testing/seeded-docs.ts";

const openBrowser = browserOfFile();

/** Stores mails with these subjects for the tenant, newest last. */
async function keep(w: World, subjects: readonly string[], html = "<p>hello</p>", name = "Ada") {
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  if (!apiKey) throw new Error("there is no API key");
  const call = { ...w.context, requestId: "r", apiKey };
  for (const subject of subjects)
    await keepMail(call, {
      messageId: "m@example.com",
      from: { name: "Lin via Acme", address: "hello@acme.example" },
      to: { name, address: "ada@example.com" },
      subject,
      text: `text of ${subject}`,
      html,
    });
}

const keyOf = ({ tenant: { apiKeyId, authToken } }: Pick<World, "tenant">) => ({ apiKey: apiKeyId, authToken });

async function ask(url: string, data: unknown) {
  const response = await fetch(`${url}/mail/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
  return { status: response.status, body: (await response.json()) as any };
}

test("an API key sees only its own mails, newest first, and nobody else sees any", async () => {
  const { w, url } = await servingDocs();
  await keep(w, ["first", "second"]);
  const { data } = (await ask(url, keyOf(w))).body.result;
  expect([data.count, data.mails.map(({ subject }: { subject: string }) => subject)]).toStrictEqual([
    2,
    ["second", "first"],
  ]);
  expect((await ask(url, { ...keyOf(w), known: 2 })).body.result.data).toStrictEqual({ count: 2, mails: [] });
  const one = await ask(url, { ...keyOf(w), number: 1 });
  expect(one.body.result.data).toMatchObject({ subject: "first", text: "text of first" });
  const other = await w.newTenant();
  expect((await ask(url, keyOf({ tenant: other }))).body.result.data).toStrictEqual({ count: 0, mails: [] });
  expect((await ask(url, { ...keyOf({ tenant: other }), number: 1 })).status).toBe(404);
  for (const wrong of [{ authToken: "at_guess" }, { apiKey: "ak_guess" }, { authToken: other.authToken }])
    expect((await ask(url, { ...keyOf(w), ...wrong })).status).toBe(401);
  for (const wrong of [{}, null, { apiKey: 1, authToken: [] }]) expect((await ask(url, wrong)).status).toBe(400);
});

test("the newest 500 mails are kept", async () => {
  const { w, url } = await servingDocs();
  await keep(
    w,
    Array.from({ length: KEPT_MAILS + 1 }, (_, i) => `mail ${i + 1}`),
  );
  const { data } = (await ask(url, keyOf(w))).body.result;
  expect([data.count, data.mails.length, data.mails[0].subject]).toStrictEqual([501, 50, "mail 501"]);
  const statuses = await Promise.all(
    [1, 2, 501, 502].map(async (number) => (await ask(url, { ...keyOf(w), number })).status),
  );
  expect(statuses).toStrictEqual([404, 200, 200, 404]);
});

testUnless(noBrowser)("the page lists mails as they arrive, shows them, and runs no code in them", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const evil = `<p id="said">hello</p><a href="https://app.example/">Open</a><script>top.pwned = 1</script><img src="x" onerror="top.pwned = 1">`;
  await keep(w, ["<img src=x onerror='window.pwned=1'>"], evil);
  const page = await (await openBrowser()).newPage();
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`)) elsewhere.push(request.url());
  });
  await page.goto(`${url}/mail`);
  await page.getByRole("main").getByLabel("API key").fill(w.tenant.apiKeyId);
  await page.getByLabel("Auth token").fill("at_guess");
  await page.getByRole("button", { name: "Show mails" }).click();
  await page.getByText("Invalid API key or auth token").waitFor();
  await page.getByLabel("Auth token").fill(w.tenant.authToken);
  await page.getByRole("button", { name: "Show mails" }).click();
  const mail = page.frameLocator("iframe");
  await mail.locator("#said").waitFor();
  expect(await page.getByText("Ada <ada@example.com>").isVisible()).toBe(true);
  expect(await mail.getByRole("link").getAttribute("target")).toBe("_blank");
  await keep(w, ["a later mail"]);
  await page.getByRole("button", { name: "a later mail" }).click();
  await page.locator("#subject", { hasText: "a later mail" }).waitFor();
  await page.getByRole("button", { name: "Text" }).click();
  expect(await page.getByText("text of a later mail").isVisible()).toBe(true);
  expect(await page.evaluate("window.pwned")).toBeUndefined();
  expect(elsewhere).toStrictEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "a later mail" }).waitFor();
});

testUnless(noBrowser)("the page asks for the token again when it was reset, and says why", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await keep(w, ["before the reset"]);
  const page = await (await openBrowser()).newPage();
  await page.goto(`${url}/mail`);
  const logIn = async (authToken: string) => {
    await page.getByLabel("API key").fill(w.tenant.apiKeyId);
    await page.getByLabel("Auth token").fill(authToken);
    await page.getByRole("button", { name: "Show mails" }).click();
  };
  await logIn(w.tenant.authToken);
  await page.getByRole("button", { name: "before the reset" }).waitFor();
  const { newAuthToken } = (await w.ok("/v2/workspace/authtoken/reset", { apiKey: w.tenant.apiKeyId })).data;
  // The reader opens a mail before the page looks for new ones. The page's own click needs no visible list.
  await page.evaluate(`document.querySelector("#list button").click()`);
  await page.getByText("Invalid API key or auth token").waitFor();
  expect(await page.getByRole("button", { name: "before the reset" }).isVisible()).toBe(false);
  await logIn(newAuthToken.token);
  await page.getByRole("button", { name: "before the reset" }).waitFor();
});

/**
 * What would disturb a reader of the mail: content wider than the window, and text that hardly differs from its
 * background.
 */
const readingProblems = `(() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = numbers(colour).map((one) => (one / 255 <= 0.04045 ? one / 3294.6 : ((one / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const { backgroundColor } = getComputedStyle(element);
    return numbers(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor;
  };
  const contrast = (element) => {
    const [dark, light] = [getComputedStyle(element).color, behind(element)].map(luminance).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const visible = [...document.body.querySelectorAll("*")].filter((element) => element.getClientRects().length > 0);
  const texts = visible.filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  return [
    ...visible.filter((element) => element.getBoundingClientRect().right > innerWidth).map(({ outerHTML }) => "too wide: " + outerHTML),
    ...(document.documentElement.scrollWidth > innerWidth ? ["the mail scrolls sideways"] : []),
    ...texts.filter((element) => contrast(element) < 4.5).map((element) => "too faint: " + contrast(element) + element.outerHTML),
    ...(texts.length === 0 ? ["nothing is to be read"] : []),
  ];
})()`;

testUnless(noBrowser)("times have the same format as in the console, in the reader's variety of English", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await keep(w, ["one"]);
  const at = w.context.now();
  for (const locale of ["en-US", "en-GB", "de-DE"]) {
    const page = await (await openBrowser({ locale, timezoneId: "UTC" })).newPage();
    await page.goto(`${url}/mail`);
    await page.getByLabel("API key").fill(w.tenant.apiKeyId);
    await page.getByLabel("Auth token").fill(w.tenant.authToken);
    await page.getByRole("button", { name: "Show mails" }).click();
    const style = { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" } as const;
    const expected = new Intl.DateTimeFormat(locale === "de-DE" ? "en" : locale, style).format(at);
    const plain = (text: string | null) => text?.replaceAll("\u202f", " ");
    expect(plain(await page.locator("#list time").textContent())).toBe(plain(expected));
    await page.getByRole("heading", { name: "one" }).waitFor();
    expect(plain(await page.locator("#sent").textContent())).toBe(plain(expected));
  }
});

testUnless(noBrowser)("the list of mails keeps its width, whatever the name of a recipient", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await keep(w, ["hello"], "<p>hello</p>", "x".repeat(300));
  const page = await (await openBrowser()).newPage();
  await page.goto(`${url}/mail`);
  await page.getByLabel("API key").fill(w.tenant.apiKeyId);
  await page.getByLabel("Auth token").fill(w.tenant.authToken);
  await page.getByRole("button", { name: "Show mails" }).click();
  await page.getByRole("button", { name: "hello" }).waitFor();
  expect(
    await page.evaluate(
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#list'))",
    ),
  ).toBe(0);
});

testUnless(noBrowser)("mails are readable at 600 and at 375 px, in light and dark mode", async () => {
  const long = "x".repeat(300);
  const [one, other] = [
    threadOf("t", "Which figure?", "See", `42, https://example.com/${long}`),
    threadOf("u", "hello"),
  ];
  const digest = Array.from({ length: 40 }, (_, i) =>
    i % 2 ? item(one) : item(other, { document: { documentId: "d", documentName: long } }),
  );
  const page = await (await openBrowser()).newPage();
  for (const items of [[item(one)], digest]) {
    await page.setContent(compose(items).html);
    for (const width of [600, 375])
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(readingProblems)).toStrictEqual([]);
      }
  }
});
