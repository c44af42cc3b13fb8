import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("on a phone the tabs of a page form one row, with the selected tab in view", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const { page, problems } = await openConsole(openBrowser, 390);
  await page.goto((await linkTo(w, url, false)).replace("/console#", `/console/keys/${w.tenant.apiKeyId}#`));
  const tabs = page.getByRole("tab");
  await tabs.first().waitFor();
  const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
  const tops = boxes.map((box) => box?.y);
  expect(tops.length).toBeGreaterThan(8);
  expect(new Set(tops).size).toBe(1);
  await tabs.last().click();
  await page.waitForURL("**?tab=*");
  await page.reload();
  const selectedTab = page.getByRole("tab", { selected: true });
  await selectedTab.waitFor();
  const { x = -1, width = 1000 } = (await selectedTab.boundingBox()) ?? {};
  expect([x >= 0, x + width <= 390]).toStrictEqual([true, true]);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("in forced colours, the line below a tab marks only the selected one", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const { page } = await openConsole(openBrowser);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto((await linkTo(w, url, false)).replace("/console#", `/console/keys/${w.tenant.apiKeyId}#`));
  await page.getByRole("tab").first().waitFor();
  const line = (isSelected: boolean) =>
    page.evaluate(
      `getComputedStyle(document.querySelector('[role=tab][aria-selected=${isSelected}]')).borderBottomColor`,
    );
  const back = await page.evaluate("getComputedStyle(document.body).backgroundColor");
  expect(await line(false)).toBe(back);
  expect(await line(true)).not.toBe(back);
});

testUnless(noBrowser)(
  "on a phone the head of a read-only session has two rows, in the order of the Tab key",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const { page } = await openConsole(openBrowser, 390, "de-DE");
    await page.goto(await linkTo(w, url, true));
    await page.getByRole("heading", { name: "Übersicht" }).waitFor();
    const middle = async (selector: string) => {
      const box = await page.locator(`.head ${selector}`).boundingBox();
      return box ? Math.round(box.y + box.height / 2) : 0;
    };
    const first = await middle(".brand");
    const second = await middle("select");
    expect(second).toBeGreaterThan(first);
    expect(Math.abs((await middle(".badge")) - first)).toBeLessThan(4);
    expect(Math.abs((await middle(".button")) - second)).toBeLessThan(4);
  },
);
