import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createClient } from "@atrium/client";
import { noBrowser, startBrowser } from "../../server/testing/browser.ts";
import { exampleServer, startExample, startsLikeAnyProgram } from "../testing/running-example.ts";

const program = "web-app-token/main.ts";
const place = { organizationId: "acme", documentId: "homepage" };

/** The web app before a server on which two comments were made. */
async function webApp(t: TestContext) {
  const { atrium, environment } = await exampleServer(t);
  const says = (userId: string, commentText: string) => ({ commentText, from: { userId } });
  await atrium.commentannotations.add({
    ...place,
    createOrganization: true,
    createDocument: true,
    commentAnnotations: [{ commentData: [says("lin", "Shorter, please."), says("grace", "<b>No</b>")] }],
  });
  const app = startExample(t, program, ["acme", "homepage", "--port", "0"], environment);
  const [, url = ""] = await app.prints(/^Open (http:\S+)$/m);
  return { app, url, environment };
}

test("the app hands its user a token with which pages of its own host read comments, and do no more", async (t) => {
  const { app, url, environment } = await webApp(t);
  const page = await (await fetch(url)).text();
  const response = await fetch(`${url}session`);
  const session = (await response.json()) as Record<string, string>;
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.ok(!(page + JSON.stringify(session)).includes(environment.ATRIUM_AUTH_TOKEN));

  const read = (origin: string) =>
    fetch(`${session.atrium}/v2/commentannotations/get`, {
      method: "POST",
      headers: { origin, authorization: `Bearer ${session.token}`, "content-type": "application/json" },
      body: JSON.stringify({ data: place }),
    });
  const ours = await read(new URL(url).origin);
  assert.equal(ours.headers.get("access-control-allow-origin"), new URL(url).origin);
  assert.match(await ours.text(), /"commentText":"Shorter, please\."/);
  assert.equal((await read("https://elsewhere.example")).status, 403);

  const asUser = createClient({ baseUrl: session.atrium ?? "", userToken: session.token });
  await assert.rejects(asUser.presence.add({ ...place, users: [{ userId: "ada" }] }), { code: "PERMISSION_DENIED" });
  assert.equal((await fetch(`${url}other`)).status, 404);
  assert.equal(await app.interrupt(), 0);
});

test("the page shows the comments as text", { skip: noBrowser }, async (t) => {
  const { url } = await webApp(t);
  const page = await (await startBrowser(t)).newPage();
  await page.goto(url);
  await page.getByText("Shorter, please.").waitFor();
  assert.deepEqual(await page.getByRole("listitem").allTextContents(), ["lin: Shorter, please.", "grace: <b>No</b>"]);
  assert.equal(await page.getByText("Ada Lovelace reads homepage").count(), 1);
});

test("the web app says what it is and what it needs", async (t) => {
  await startsLikeAnyProgram(t, program, ["acme", "homepage"]);
});
