import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)(
  "a migration shows no counts before it has counted, and once finished what it has moved",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
    await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
    const place = { organizationId: "acme", documentId: "plan" };
    await w.ok("/v2/crdt/add", { ...place, editorId: "notes", type: "text", data: "Hello" });
    const { data } = await w.ok("/v2/organizations/documents/migrate", { ...place, newDocumentId: "moved" });
    const { page, problems } = await openConsole(openBrowser);
    const values = `organization=acme&document=plan&tab=document&migration=${data.migrationId}&movedTo=moved`;
    await page.goto((await linkTo(w, url, false)).replace("/console#", `/console/data/document?${values}#`));
    const bar = page.getByRole("progressbar", { name: "Moved" });
    await bar.waitFor();
    expect(await bar.getAttribute("value")).toBe(null);
    expect(await page.getByText("0 / 0").count()).toBe(0);
    for (let stage = 0; stage < 5; stage++) {
      w.advance(2_000);
      await w.drain();
    }
    await page.getByText("Moved to moved").waitFor();
    expect(await bar.getAttribute("value")).toBe(await bar.getAttribute("max"));
    expect(problems).toStrictEqual([]);
  },
);
