import { readFileSync } from "node:fs";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

/** The addresses of the pages about data. */
const paths = [
  ...readFileSync(new URL("src/pages.ts", import.meta.url), "utf8").matchAll(/path: "(\/data[^"]*)"/g),
].map(([, path]) => path ?? "");

testUnless(noBrowser)("names of maximum length without a space make no page wider than a phone", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const name = "W".repeat(1000);
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: name }] });
  const documents = [{ documentId: "plan", documentName: name }];
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "lin", name, email: "" }] });
  const { page } = await openConsole(openBrowser, 320);
  await page.goto(await linkTo(w, url, false));
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  for (const path of paths) {
    await page.goto(`${url}/console${path}?organization=acme&document=plan&person=lin`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    if (path !== "/data/personal") await page.getByText(name).first().waitFor();
    expectWithContext(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(320);
    const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
    expectWithContext(heading?.height, path).toBeLessThan(150);
  }
});

testUnless(noBrowser)("a comment without a space stays within the dialog of its thread", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  const commentData = [{ commentText: "W".repeat(10_000), from: { userId: "lin" } }];
  const commentAnnotations = [{ annotationId: "wide", commentData }];
  await w.ok("/v2/commentannotations/add", { organizationId: "acme", documentId: "plan", commentAnnotations });
  const { page } = await openConsole(openBrowser);
  const path = "/console/data/document?organization=acme&document=plan";
  await page.goto((await linkTo(w, url, false)).replace("/console#", `${path}#`));
  await page.getByRole("button", { name: "Open: wide" }).click();
  await page.getByRole("dialog").getByRole("paragraph").filter({ hasText: "WWW" }).waitFor();
  const overhang = `(() => {
    const dialog = document.querySelector("[role=dialog]");
    return dialog.scrollWidth - dialog.clientWidth;
  })()`;
  expect(await page.evaluate(overhang)).toBe(0);
});

testUnless(noBrowser)("a folder's long name is shown beside the arrow that expands it", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const folderName = "Contracts with our suppliers in Scandinavia, signed and unsigned";
  await w.ok("/v2/organizations/folders/add", { organizationId: "acme", folders: [{ folderId: "f", folderName }] });
  const { page } = await openConsole(openBrowser);
  const path = "/console/data/organization?organization=acme";
  await page.goto((await linkTo(w, url, false)).replace("/console#", `${path}#`));
  const tree = page.getByRole("navigation", { name: "Folders" });
  const name = await tree.getByRole("button", { name: folderName, exact: true }).boundingBox();
  const arrow = await tree.locator("[aria-expanded]").boundingBox();
  expect(arrow?.y).toBeLessThan((name?.y ?? 0) + 5);
  expect(arrow?.y).toBeGreaterThan((name?.y ?? 0) - 5);
});
