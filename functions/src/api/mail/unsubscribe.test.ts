import { expect, test } from "@jest/globals";
import { unsubscribeUrl } from "#domain/notifications/mails/unsubscribe-link";
import { servePage } from "#http/page/serve-page";
import { comment, noticeWorld, startThread } from "#testing/fixtures/notifications/notices";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import type { World } from "#testing/harness/world";
import unsubscribe from "./unsubscribe.ts";

const FORM = "application/x-www-form-urlencoded";

/** The link in mails to ada about the document `plan`. */
function linkIn(w: World, changes = {}): string {
  const { encryptionKey } = w.context;
  const about = { apiKeyId: w.tenant.apiKeyId, organizationId: "acme", userId: "ada", documentId: "plan", ...changes };
  return unsubscribeUrl("https://atrium.example", encryptionKey, about);
}

/** Opens a link, or posts to it. */
async function follow(w: World, link: string, post?: { type: string; body: string }) {
  const request = {
    method: post ? "POST" : "GET",
    path: unsubscribe.path,
    query: new URL(link).search.slice(1),
    headers: { "content-type": post?.type },
    ip: "192.0.2.1",
    body: async () => Buffer.from(post?.body ?? ""),
  };
  const host = { version: "1", store: w.context.store.kind };
  return servePage(unsubscribe, { request, host, context: async () => w.context }, w.context);
}

const choose = (w: World, choice: string, link = linkIn(w)) =>
  follow(w, link, { type: FORM, body: `choice=${choice}` });

/** Adds a reply by lin to ada. @returns the number of mails that ada has received so far. */
async function afterComment(w: World, documentId = "plan") {
  w.advance(1000);
  await comment(w, "lin", "a comment", { organizationId: "acme", documentId, annotationId: "ann" });
  await w.drain();
  return w.receivers.calls.length;
}

async function worldOfTwoDocuments(): Promise<World> {
  const w = await noticeWorld();
  const emailServiceConfig = { type: "sendgrid", apiKey: "SG.secret", fromEmail: "hello@acme.example" };
  await w.ok("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "budget" }] });
  await startThread(w);
  await startThread(w, {}, { organizationId: "acme", documentId: "budget" });
  return w;
}

test("opening the link asks for confirmation and changes nothing, because mail scanners open links too", async () => {
  const w = await worldOfTwoDocuments();
  const { status, headers, body } = await follow(w, linkIn(w));
  expect([status, headers["content-type"]]).toStrictEqual([200, "text/html; charset=utf-8"]);
  expect(body).toContain("Stop all mails from acme");
  // A browser requests /favicon.ico if a page names no icon that its policy allows.
  expect(body).toContain('<link rel="icon" type="image/svg+xml" href="/docs/home.svg">');
  expect(headers["content-security-policy"]).toContain("img-src 'self'");
  expect(body).toContain("Stop only mails about plan");
  expect(body).not.toContain("ada");
  expect(await afterComment(w)).toBe(1);
});

test("one-click unsubscription by a mail program ends all mails of the organization, whatever the format of its body", async () => {
  for (const post of [
    { type: FORM, body: "List-Unsubscribe=One-Click" },
    {
      type: "multipart/form-data; boundary=b",
      body: '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--',
    },
  ]) {
    const w = await worldOfTwoDocuments();
    expect((await follow(w, linkIn(w), post)).status).toBe(200);
    expect([await afterComment(w), await afterComment(w, "budget")]).toStrictEqual([0, 0]);
  }
});

test("unsubscribing from a document ends only its mails, and the person can subscribe again", async () => {
  const w = await worldOfTwoDocuments();
  expect((await choose(w, "document")).body).toContain("You will get no more mails about plan.");
  expect([await afterComment(w), await afterComment(w, "budget")]).toStrictEqual([0, 1]);
  expect((await choose(w, "again")).body).toContain("You are subscribed again");
  expect(await afterComment(w)).toBe(2);
});

test("opening the link again shows what the person has unsubscribed from, and offers to subscribe again", async () => {
  const w = await worldOfTwoDocuments();
  const open = async (link = linkIn(w)) => (await follow(w, link)).body;
  await choose(w, "document");
  const html = await open();
  expect(html).toContain("You will get no more mails about plan.");
  expect([...html.matchAll(/name="choice" value="(\w+)"/g)].map(([, choice]) => choice)).toStrictEqual([
    "again",
    "organization",
  ]);
  expect(await open(linkIn(w, { documentId: "budget" }))).toContain("Which mails about acme");
  await choose(w, "organization");
  for (const documentId of ["plan", "budget"]) {
    const body = await open(linkIn(w, { documentId }));
    expect(body).toContain("You will get no more mails about acme.");
    expect(body).toContain("Get mails again");
  }
  await choose(w, "again");
  expect(await open()).toContain("Which mails about acme");
});

test("opening the link asks again if the person has since chosen mails about its document", async () => {
  const w = await worldOfTwoDocuments();
  await setFeatures(w, w.tenant, allFeatures);
  await choose(w, "organization");
  w.advance(1000);
  const choice = { organizationId: "acme", userIds: ["ada"], documentIds: ["plan"], config: { email: "ALL" } };
  await w.ok("/v2/notifications/config/set", choice);
  expect((await follow(w, linkIn(w))).body).toContain("Which mails about acme");
  expect((await follow(w, linkIn(w, { documentId: "budget" }))).body).toContain(
    "You will get no more mails about acme.",
  );
});

test("after unsubscribing, a person gets no mails about documents chosen before, but mails about documents chosen afterwards", async () => {
  const w = await worldOfTwoDocuments();
  await setFeatures(w, w.tenant, allFeatures);
  const set = (documentId: string | undefined, email: string) => {
    const documentIds = documentId && { documentIds: [documentId] };
    return w.ok("/v2/notifications/config/set", {
      organizationId: "acme",
      userIds: ["ada"],
      ...documentIds,
      config: { email },
    });
  };
  const get = async () => {
    const documentIds = ["plan", "budget"];
    const query = { organizationId: "acme", userId: "ada", documentIds, getOrganizationConfig: true };
    const { data } = await w.ok("/v2/notifications/config/get", query);
    return data.map(({ config }: { config: { email: string } }) => config.email);
  };
  await set("plan", "ALL");
  w.advance(1000);
  await choose(w, "organization");
  expect(await get()).toStrictEqual(["NONE", "NONE", "NONE"]);
  w.advance(1000);
  await set("budget", "ALL");
  expect([await get(), await afterComment(w), await afterComment(w, "budget")]).toStrictEqual([
    ["NONE", "ALL", "NONE"],
    0,
    1,
  ]);
  await set(undefined, "MINE");
  expect([await get(), await afterComment(w)]).toStrictEqual([["ALL", "ALL", "MINE"], 2]);
});

test("a link that was changed, truncated or issued by another service does nothing, and the page says so", async () => {
  const w = await worldOfTwoDocuments();
  const link = linkIn(w);
  const other = unsubscribeUrl("https://atrium.example", new Uint8Array(32).fill(8), {
    apiKeyId: w.tenant.apiKeyId,
    organizationId: "acme",
    userId: "ada",
  });
  for (const wrong of [link.slice(0, -3), `${link.slice(0, -5)}AAAAA`, other, linkIn(w, { apiKeyId: "ak_none" })]) {
    const { status, body } = await choose(w, "organization", wrong);
    expect([status, body]).toStrictEqual([400, expect.stringContaining("This link is not complete")]);
  }
  expect(await afterComment(w)).toBe(1);
});

test("a link to deleted data says that there is nothing to unsubscribe from, and writes nothing", async () => {
  const w = await worldOfTwoDocuments();
  await w.ok("/v2/organizations/delete", { organizationIds: ["acme"] });
  await w.drain();
  expect((await choose(w, "organization")).body).toContain("There is nothing to unsubscribe from");
});

test("no name of a place changes the writing direction of the text after it", async () => {
  const w = await worldOfTwoDocuments();
  const organizations = [{ organizationId: "acme", organizationName: "Acme\u202e\u2067" }];
  await w.ok("/v2/organizations/update", { organizations });
  const documents = [{ documentId: "plan", documentName: "Plan\u202d" }];
  await w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents });
  const { body } = await follow(w, linkIn(w));
  expect(body).toContain("Which mails about Acme do you no longer want?");
  expect(body).toContain("Stop only mails about Plan");
  expect(body).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});

test("names of places are escaped on the page", async () => {
  const w = await worldOfTwoDocuments();
  const documents = [{ documentId: "plan", documentName: '<img src=x onerror="alert(1)">' }];
  await w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents });
  expect((await follow(w, linkIn(w))).body).not.toContain("<img");
});
