import { readFileSync } from "node:fs";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
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
  }
});
