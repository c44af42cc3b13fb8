import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();
const place = { organizationId: "acme", documentId: "plan" };

/** The console of a workspace with a person and a recording, at an address below `/console/data`. */
async function openData(path: string, { isReadOnly = false, width = 1280 } = {}) {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const documents = [{ documentId: "plan", documentName: "Plan" }];
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "lin", name: "Lin", email: "" }] });
  const recording = { annotationId: "r1", displayName: "Demo", recordingType: "audio", from: { userId: "lin" } };
  await w.ok("/v2/recordings/add", { ...place, recordings: [recording] });
  const { page, problems } = await openConsole(openBrowser, width);
  await page.goto((await linkTo(w, url, isReadOnly)).replace("/console#", `/console/data/${path}#`));
  return { w, page, problems };
}

testUnless(noBrowser)("a person is removed from the organization on the person's page", async () => {
  const { w, page, problems } = await openData("person?organization=acme&person=lin", { width: 390 });
  await page.getByRole("button", { name: "Edit" }).waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Lin from Acme?" });
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("No people here yet").waitFor();
  expect((await w.ok("/v2/users/get", { organizationId: "acme", userIds: ["lin"] })).data).toStrictEqual([]);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("deleting a row of a long list reads none of its pages again", async () => {
  const { w, page, problems } = await openData("organization?organization=acme&tab=people");
  const users = Array.from({ length: 100 }, (_, i) => ({ userId: `u${100 + i}`, name: `Person ${100 + i}` }));
  for (const more of ["a", "b", "c"])
    await w.ok("/v2/users/add", {
      organizationId: "acme",
      users: users.map((user) => ({ ...user, userId: user.userId + more })),
    });
  await page.getByRole("link", { name: "Lin" }).waitFor();
  await page.reload();
  await page.getByText("Rows so far: 200").waitFor();
  const scrollToEnd = () => page.evaluate("document.querySelector('.table-scroller').scrollTo(0, 100_000)");
  await scrollToEnd();
  await page.getByText("Rows: 301").waitFor();
  await scrollToEnd();
  await page.getByRole("button", { name: "Open: u199c" }).click();
  const reads: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/v2/")) reads.push(pathname);
  });
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  const question = page.getByRole("dialog", { name: "Remove Person 199 from here?" });
  await question.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Rows: 300").waitFor();
  expect(reads).toStrictEqual(["/v2/users/delete"]);
  expect(await page.getByRole("button", { name: "Open: u199c" }).count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

for (const [what, path, record] of [
  ["a recording", "document?organization=acme&document=plan&tab=recordings", "r1"],
  ["a person", "organization?organization=acme&tab=people", "lin"],
] as const)
  testUnless(noBrowser)(`the list opens ${what} by a button that does not only promise JSON`, async () => {
    const { page, problems } = await openData(path);
    await page.getByRole("button", { name: `Open: ${record}` }).click();
    const dialog = page.getByRole("dialog", { name: record });
    await dialog.getByRole("button", { name: "Edit" }).waitFor();
    await dialog.getByRole("button", { name: /Delete|Remove/ }).waitFor();
    expect(problems).toStrictEqual([]);
  });

testUnless(noBrowser)(
  "the id of a recording opens it, like the text of other records, to edit or delete it",
  async () => {
    const { w, page, problems } = await openData("document?organization=acme&document=plan&tab=recordings", {
      width: 390,
    });
    await page.getByRole("cell").getByRole("button", { name: "r1", exact: true }).click();
    const dialog = page.getByRole("dialog").last();
    await dialog.getByRole("button", { name: "Edit" }).click();
    await dialog.getByRole("textbox", { name: "displayName" }).fill("Final demo");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog", { name: "r1" }).getByText('"Final demo"').waitFor();
    expect((await w.ok("/v2/recordings/get", place)).data[0].displayName).toBe("Final demo");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete r1?" }).getByRole("button", { name: "Delete" }).click();
    await page.getByText("No recordings").waitFor();
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)("a question about an open record stands out: the record behind it is dimmed", async () => {
  const { page } = await openData("document?organization=acme&document=plan&tab=recordings", {});
  await page.getByRole("cell").getByRole("button", { name: "r1", exact: true }).click();
  const brightness = () => page.evaluate("getComputedStyle(document.querySelector('.dialog')).filter");
  expect(await brightness()).toBe("none");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete r1?" }).waitFor();
  expect(await brightness()).toBe("brightness(0.55)");
});

testUnless(noBrowser)("a read-only session opens records only as JSON, and removes nobody", async () => {
  const { page } = await openData("organization?organization=acme&tab=people", { isReadOnly: true });
  await page.getByRole("button", { name: "JSON: lin" }).waitFor();
  await page.getByRole("link", { name: "Lin" }).click();
  await page.getByRole("heading", { name: "Lin" }).waitFor();
  await page.getByText('"userId"').waitFor();
  expect(await page.getByRole("button", { name: /Edit|Remove/ }).count()).toBe(0);
});

testUnless(noBrowser)("every form that changes a record names what it changes", async () => {
  const { w, page, problems } = await openData("organization?organization=acme&tab=organization");
  const groups = [{ groupId: "g1", groupName: "Editors" }];
  await w.ok("/v2/organizations/usergroups/add", { organizationId: "acme", organizationUserGroups: groups });
  const folders = [{ folderId: "f1", folderName: "Designs" }];
  await w.ok("/v2/organizations/folders/add", { organizationId: "acme", folders });
  const comments = [{ commentId: 1, commentText: "Nice", from: { userId: "lin" } }];
  const threads = [{ annotationId: "t1", commentData: comments }];
  await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: threads });
  await page.getByRole("button", { name: "Edit" }).waitFor();
  for (const [path, action, title, record] of [
    ["organization?organization=acme&tab=organization", "Edit", "Edit: Organization Acme (acme)"],
    ["organization?organization=acme&folder=f1", "Rename or move", "Rename or move: Folder Designs (f1)"],
    ["organization?organization=acme&folder=f1", "Access type", "Access type: Folder Designs (f1)"],
    ["organization?organization=acme&tab=groups&group=g1", "Rename", "Rename: Group Editors (g1)"],
    ["person?organization=acme&person=lin", "Edit", "Edit: Person Lin (lin)"],
    ["organization?organization=acme&tab=people", "Edit", "Edit: Person Lin (lin)", "lin"],
    ["document?organization=acme&document=plan&tab=document", "Edit", "Edit: Document Plan (plan)"],
    [
      "document?organization=acme&document=plan&tab=document",
      "Move to a folder",
      "Move to a folder: Document Plan (plan)",
    ],
    ["document?organization=acme&document=plan&tab=recordings", "Edit", "Edit: Recording r1", "r1"],
    ["document?organization=acme&document=plan&tab=threads", "Edit", "Edit: Thread t1", "t1"],
  ] as const) {
    await page.goto(`${new URL(page.url()).origin}/console/data/${path}`);
    if (record !== undefined) await page.getByRole("button", { name: `Open: ${record}` }).click();
    await page.getByRole("button", { name: action, exact: true }).first().click();
    await page.getByRole("dialog", { name: title, exact: true }).waitFor();
  }
  await page.keyboard.press("Escape");
  await page.getByRole("listitem").getByRole("button", { name: "Edit" }).click();
  const title = page.getByRole("dialog", { name: /^Edit: Comment / });
  await title.waitFor();
  expect(problems).toStrictEqual([]);
});
