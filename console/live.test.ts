import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();
const place = { organizationId: "acme", documentId: "plan" };

/**
 * The live page of a document with one person who is present and one who has left.
 * @param person whose view of the document is followed.
 */
async function followPlan(person: string) {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const documents = [{ documentId: "plan", documentName: "Plan", accessType: "public" }];
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "lin", name: "Lin Chen", email: "" }] });
  const users = [
    { userId: "lin", name: "Lin Chen", status: "online" },
    { userId: "ada", name: "Ada Lovelace", status: "offline" },
  ];
  await w.ok("/v2/presence/add", { ...place, users });
  const { page, problems } = await openConsole(openBrowser);
  const path = `/console/live?organization=acme&document=plan&user=${person}#`;
  await page.goto((await linkTo(w, url, false)).replace("/console#", path));
  await page.getByText("Connected", { exact: true }).waitFor();
  return { w, page, problems };
}

testUnless(noBrowser)(
  "a paused list can be cleared, and resumes with the events that have arrived meanwhile",
  async () => {
    const { w, page, problems } = await followPlan("lin");
    const events = page.getByRole("region", { name: "Events", exact: true });
    const comment = (commentText: string) => {
      const comments = [{ commentText, from: { userId: "lin", name: "Lin Chen", email: "" } }];
      return w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [{ commentData: comments }] });
    };
    await comment("The first");
    await events.getByText("Lin Chen: The first").waitFor();
    await page.getByRole("button", { name: "Pause the display" }).click();
    await comment("The second");
    await page.getByRole("button", { name: "Clear the list" }).click();
    await page.getByText("Nothing has happened yet").waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await events.getByText("Lin Chen: The second").waitFor();
    expect(await page.getByText("Lin Chen: The first").count()).toBe(0);
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("people who have left are not listed as present", async () => {
  const { page, problems } = await followPlan("lin");
  const present = page.locator(".card").filter({ hasText: "Who is present" });
  await present.getByText("Lin Chen").waitFor();
  await page.getByText("Ada Lovelace: offline").waitFor();
  expect(await present.getByText("Ada Lovelace").count()).toBe(0);
  expect(await page.getByText("There is no person with the id").count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("an unknown person can be followed, and is reported as unknown", async () => {
  const { page, problems } = await followPlan("ghost");
  await page.getByText("There is no person with the id ghost in acme.").waitFor();
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "where streams have an address of their own, the page says that it can't follow them",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
    const { page, problems } = await openConsole(openBrowser);
    const details = { streamUrl: "https://streams.example.com/stream" };
    await page.route("**/v2/documents/stream?*", (route) =>
      route.fulfill({
        status: 400,
        json: { error: { status: "FAILED_PRECONDITION", message: "Elsewhere.", details } },
      }),
    );
    const path = "/console/live?organization=acme&document=plan&user=lin#";
    await page.goto((await linkTo(w, url, false)).replace("/console#", path));
    await page.getByText("On Firebase, streams have an address of their own").waitFor();
    expect(problems).toStrictEqual([]);
  },
);
