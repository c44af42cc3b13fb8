import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("the log can be filtered by a class of statuses, as with the command", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const lines = async () =>
    w.logged.map(({ fields, message }) => JSON.stringify({ time: "2026-01-05T09:00:00.000Z", ...fields, message }));
  Object.assign(w.context, { readLog: lines });
  await w.ok("/v2/organizations/get", {});
  await w.fails("/v2/users/get", { organizationId: "lost" });
  const { page, problems } = await openConsole(openBrowser);
  await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/logs#"));
  const [listed, failedEntry] = ["/v2/organizations/get", "/v2/users/get"].map((path) =>
    page.getByRole("button", { name: path }),
  );
  await listed?.waitFor();
  const status = page.getByLabel("Status");
  await status.fill("4xx");
  await listed?.waitFor({ state: "detached" });
  await failedEntry?.waitFor();
  expect(await status.getAttribute("aria-invalid")).toBeNull();
  await status.fill("2XX");
  await listed?.waitFor();
  await failedEntry?.waitFor({ state: "detached" });
  await status.fill("404");
  await failedEntry?.waitFor();
  await status.fill("4x");
  await page.getByText("or a class such as 4xx").waitFor();
  expect(problems).toStrictEqual([]);
});
