import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)(
  "a search that has found little so far says that it continues, until it is complete",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const { page, problems } = await openConsole(openBrowser);
    let answerRest = () => {};
    const rest = new Promise<void>((resolve) => {
      answerRest = resolve;
    });
    // A page of a search ends after a few thousand records, however few of them match.
    await page.route("**/v2/organizations/get", async (route) => {
      const isRest = route.request().postData()?.includes("more") ?? false;
      if (isRest) await rest;
      const data = [{ id: isRest ? "last" : "first", organizationName: isRest ? "Last" : "First", disabled: false }];
      await route.fulfill({
        json: { result: { status: "success", message: "", data, ...(!isRest && { nextPageToken: "more" }) } },
      });
    });
    await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/data?find=st#"));
    await page.getByRole("link", { name: "First" }).waitFor();
    const count = page.locator(".table-count");
    await count.filter({ hasText: "Rows so far: 1 · Loading" }).waitFor();
    answerRest();
    await page.getByRole("link", { name: "Last" }).waitFor();
    expect(await count.innerText()).toBe("Rows: 2");
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("a search without a match explains that it matches only the beginnings of words", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "o1", organizationName: "Road plan" }] });
  const { page } = await openConsole(openBrowser);
  await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/data?find=oad#"));
  await page.getByRole("status").filter({ hasText: "only from the beginning of a word" }).waitFor();
  await page.getByLabel("Find by name or id").fill("road pl");
  await page.getByRole("link", { name: "Road plan" }).waitFor();
});
