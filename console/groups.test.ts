import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

/** The console, showing a user group of two people. */
async function openGroup({ isReadOnly }: { isReadOnly: boolean }) {
  const { w, url } = await servingDocs({ docsFolder });
  const organizationId = "acme";
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId }] });
  const users = ["Ada", "Lin"].map((name) => ({ userId: name.toLowerCase(), name, email: "" }));
  await w.ok("/v2/users/add", { organizationId, users });
  const userIds = users.map(({ userId }) => userId);
  await w.ok("/v2/organizations/usergroups/users/add", { organizationId, organizationUserGroupId: "team", userIds });
  const { page, problems } = await openConsole(openBrowser);
  const address = "/console/data/organization?organization=acme&tab=groups&group=team#";
  await page.goto((await linkTo(w, url, isReadOnly)).replace("/console#", address));
  await page.getByRole("link", { name: "Lin" }).waitFor();
  return { page, problems };
}

testUnless(noBrowser)("each person of a group can be removed from it in the list, also by keyboard", async () => {
  const { page, problems } = await openGroup({ isReadOnly: false });
  await page.getByRole("button", { name: "Remove: Lin" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Remove Lin from the group?" });
  await dialog.getByRole("button", { name: "Remove" }).press("Enter");
  await page.getByRole("link", { name: "Lin" }).waitFor({ state: "detached" });
  await page.locator("section:focus").waitFor();
  await page.getByRole("link", { name: "Ada" }).waitFor();
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("a read-only session removes nobody from a group", async () => {
  const { page, problems } = await openGroup({ isReadOnly: true });
  expect(await page.getByText("Remove").count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("an open group shows its id beside its name, with which programs name the group", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const organizationUserGroups = [{ groupId: "team-1", groupName: "Editors" }];
  await w.ok("/v2/organizations/usergroups/add", { organizationId: "acme", organizationUserGroups });
  const { page, problems } = await openConsole(openBrowser, 390);
  const address = "/console/data/organization?organization=acme&tab=groups&group=team-1#";
  await page.goto((await linkTo(w, url, true)).replace("/console#", address));
  await page.getByRole("heading", { name: "Group Editors" }).waitFor();
  expect(await page.getByRole("main").getByText("team-1", { exact: true }).count()).toBe(1);
  expect(problems).toStrictEqual([]);
});
