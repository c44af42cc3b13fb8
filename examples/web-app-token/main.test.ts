import { createClient } from "@atrium/client";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { noBrowser, startBrowser } from "../../server/testing/browser.ts";
import { exampleServer, startExample, startsLikeAnyProgram } from "../testing/running-example.ts";

const program = "web-app-token/main.ts";
const place = { organizationId: "acme", documentId: "homepage" };

/** The web app with a server on which two comments were made. */
async function webApp() {
  const { atrium, environment } = await exampleServer();
  const says = (userId: string, commentText: string) => ({ commentText, from: { userId } });
  await atrium.commentannotations.add({
    ...place,
    createOrganization: true,
    createDocument: true,
    commentAnnotations: [{ commentData: [says("lin", "Shorter, please."), says("grace", "<b>No</b>")] }],
  });
  const app = startExample(program, ["acme", "homepage", "--port", "0"], environment);
  const [, url = ""] = await app.prints(/^Open (http:\S+)$/m);
  return { app, url, environment };
}

test("the app gives its user a token that lets pages of its own origin read comments and nothing else", async () => {
  const { app, url, environment } = await webApp();
  const page = await (await fetch(url)).text();
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
  await expect(asUser.presence.add({ ...place, users: [{ userId: "ada" }] })).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
  expect((await fetch(`${url}other`)).status).toBe(404);
  expect(await app.interrupt()).toBe(0);
});

testUnless(noBrowser)("the page shows the comments as text", async () => {
  const { url } = await webApp();
  const page = await (await startBrowser()).newPage();
  await page.goto(url);
  await page.getByText("Shorter, please.").waitFor();
  expect(await page.getByRole("listitem").allTextContents()).toStrictEqual([
    "lin: Shorter, please.",
    "grace: <b>No</b>",
  ]);
  expect(await page.getByText("Ada Lovelace reads homepage").count()).toBe(1);
});

test("the web app explains what it does and what it needs", async () => {
  await startsLikeAnyProgram(program, ["acme", "homepage"]);
});
