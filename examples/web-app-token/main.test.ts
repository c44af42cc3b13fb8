import { createClient } from "@atrium/client";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { browserOfFile, noBrowser } from "../../server/testing/browser.ts";
import { exampleServer, explainsTakenPort, startExample, startsLikeAnyProgram } from "../testing/running-example.ts";

const openBrowser = browserOfFile();

const program = "web-app-token/main.ts";
const place = { organizationId: "acme", documentId: "homepage" };

/** The web app and a server with two comments. */
async function webApp() {
  const { atrium, environment } = await exampleServer();
  const says = (userId: string, commentText: string) => ({ commentText, from: { userId } });
  await atrium.commentannotations.add({
    ...place,
    createOrganization: true,
    createDocument: true,
    commentAnnotations: [
      { commentData: [says("lin", "Shorter, please."), says("grace", "<b>No</b> {{lin}}, ask {{ida}}")] },
    ],
  });
  const app = startExample(program, ["acme", "homepage", "--port", "0"], environment);
  const [, url = ""] = await app.prints(/^Open (http:\S+)\?as=ada as Ada Lovelace$/m);
  return { app, url, environment, atrium };
}

test("the app gives its user a token for one document, which works only on pages of the app's own origin", async () => {
  const { app, url, environment, atrium } = await webApp();
  const page = (await (await fetch(url)).text()) + (await (await fetch(`${url}page.js`)).text());
  const response = await fetch(`${url}session`);
  const session = (await response.json()) as Record<string, string>;
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(page + JSON.stringify(session)).not.toContain(environment.ATRIUM_AUTH_TOKEN);

  const read = (origin: string) =>
    fetch(`${session.atrium}/v2/commentannotations/get`, {
      method: "POST",
      headers: { origin, authorization: `Bearer ${session.token}`, "content-type": "application/json" },
      body: JSON.stringify({ data: place }),
    });
  const ours = await read(new URL(url).origin);
  expect(ours.headers.get("access-control-allow-origin")).toBe(new URL(url).origin);
  expect(await ours.text()).toMatch(/"commentText":"Shorter, please\."/);
  expect((await read("https://elsewhere.example")).status).toBe(403);

  const asUser = createClient({ baseUrl: session.atrium ?? "", userToken: session.token });
  await asUser.presence.add({ ...place, users: [{ userId: "ada" }] });
  const other = { documentId: "plans", accessType: "restricted" } as const;
  await atrium.organizations.documents.add({ organizationId: "acme", documents: [other] });
  await expect(asUser.presence.get({ organizationId: "acme", documentId: "plans" })).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
  for (const path of ["other", "session?as=grace"]) expect((await fetch(url + path)).status).toBe(404);
  expect(await app.interrupt()).toBe(0);
});

testUnless(noBrowser)("two windows show who is present, and each other's comments as text with names", async () => {
  const { url, atrium } = await webApp();
  const windowOf = async (userId: string) => {
    const page = await (await openBrowser()).newPage();
    await page.goto(`${url}?as=${userId}`);
    return page;
  };
  const [ada, lin] = await Promise.all([windowOf("ada"), windowOf("lin")]);
  await ada.getByText("Here: Ada Lovelace, Lin Wei").waitFor();
  await ada.getByText("<b>No</b> @Lin Wei, ask @ida").waitFor();
  for (const [writer, reader, text] of [
    [lin, ada, "Better now?"],
    [ada, lin, "Much better."],
  ] as const) {
    await writer.getByLabel("Comment").fill(text);
    await writer.getByRole("button", { name: "Send" }).click();
    await reader.getByText(text).waitFor();
  }
  const { data } = await atrium.commentannotations.get(place);
  for (const { annotationId } of data.filter(({ from }) => from.userId === "lin"))
    await atrium.commentannotations.delete({ ...place, annotationIds: [annotationId] });
  await ada.getByText("Better now?").waitFor({ state: "detached" });
  expect(await ada.getByText("Much better.").count()).toBe(1);
});

test("the web app explains what it does and what it needs", async () => {
  await startsLikeAnyProgram(program, ["acme", "homepage"]);
});

test("if its port is taken, the app says what to do", async () => {
  await explainsTakenPort(program, ["acme", "homepage"]);
});
