import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("column titles stay in view while a long table is scrolled", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const documents = Array.from({ length: 100 }, (_, n) => ({ documentId: `d${n}`, documentName: `Document ${n}` }));
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  const { page } = await openConsole(openBrowser);
  const path = "/console/data/organization?organization=acme";
  await page.goto((await linkTo(w, url, false)).replace("/console#", `${path}#`));
  const title = page.getByRole("columnheader", { name: "Changed" });
  await title.waitFor();
  const top = async () => (await title.boundingBox())?.y;
  const before = await top();
  await page.getByText("Document 1", { exact: true }).hover();
  await page.mouse.wheel(0, 800);
  await page.getByText("Document 1", { exact: true }).waitFor({ state: "hidden" });
  expect(await top()).toBe(before);
});

testUnless(noBrowser)("a window of ordinary width shows column titles and a person's id in full", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const person = "natalie.dubois@example.com";
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  await w.ok("/v2/workspace/advancedwebhook/endpoints/create", { url: "https://example.com/hooks/atrium" });
  const { page } = await openConsole(openBrowser);
  const cut = (selector: string) =>
    page.evaluate(
      `[...document.querySelectorAll("${selector}")].filter((one) => one.scrollWidth > one.clientWidth).length`,
    );
  await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/webhooks#"));
  await page.getByRole("columnheader", { name: "In the last hour" }).waitFor();
  expect(await cut("[role=columnheader]")).toBe(0);
  await page.goto(`${url}/console/live?organization=acme&user=${person}`);
  await page.getByLabel("As this person").waitFor();
  expect(await cut("input[list]")).toBe(0);
});

testUnless(noBrowser)(
  "a window of ordinary width shows deliveries in full, and labels of search fields in one line",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
    await w.ok("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features: { advancedWebhooks: true } });
    await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
    const hooks = "/v2/workspace/advancedwebhook/endpoints";
    const { data: endpoint } = await w.ok(`${hooks}/create`, { url: "https://example.com/hooks" });
    await w.ok(`${hooks}/test`, { endpointId: endpoint.id, eventType: "comment.add" });
    await w.drain();
    const { page } = await openConsole(openBrowser);
    await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/webhooks?tab=deliveries#"));
    await page.getByRole("tab", { name: "Deliveries" }).click();
    await page.getByText("Succeeded", { exact: true }).last().waitFor();
    const cut = `[...document.querySelectorAll(".table-scroller, [role=cell]")]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`;
    expect(await page.evaluate(cut)).toStrictEqual([]);
    await page.goto(`${url}/console/data/organization?organization=acme`);
    await page.getByRole("tab", { name: "People" }).click();
    const label = page.locator("label", { hasText: "Find by name, e-mail address or id" });
    expect((await label.boundingBox())?.height).toBeLessThan(30);
  },
);

testUnless(noBrowser)(
  "a window that gets the focus again reads a list of one page anew, but not a longer one",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
    const addDocuments = (first: number, count: number) => {
      const documents = Array.from({ length: count }, (_, n) => ({ documentId: `d${1000 + first + n}` }));
      return w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
    };
    for (const first of [0, 100]) await addDocuments(first, 100);
    const { page, requested } = await openConsole(openBrowser);
    await page.clock.install();
    const path = "/console/data/organization?organization=acme";
    await page.goto((await linkTo(w, url, false)).replace("/console#", `${path}#`));
    const count = page.locator(".table-count");
    const returnLater = async () => {
      await page.clock.fastForward(60_000);
      await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    };
    await count.getByText("200").waitFor();
    await addDocuments(200, 50);
    await returnLater();
    await count.getByText("so far: 200").waitFor();
    await page.evaluate("document.querySelector('.table-scroller').scrollTo(0, 1e6)");
    await count.getByText("250").waitFor();
    const reads = () => requested.filter((address) => address.endsWith("/v2/organizations/documents/get")).length;
    const before = reads();
    const folders = page.waitForResponse("**/v2/organizations/folders/get");
    await returnLater();
    await folders;
    expect(reads()).toBe(before);
  },
);
