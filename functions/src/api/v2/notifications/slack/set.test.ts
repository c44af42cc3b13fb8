import { expect, test } from "@jest/globals";
import { comment, noticeWorld, startThread } from "#testing/fixtures/notifications/notices";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { noRoundTrip } from "#testing/harness/properties/round-trip";
import { dump } from "#testing/harness/store/store-dump";
import type { World } from "#testing/harness/world";

const path = "/v2/notifications/slack/set";
const webhookUrl = "https://hooks.slack.example.com/services/T0/B0/secret-of-the-webhook";
const MINUTE = 60_000;

/** A world in which ada and grace want their notifications in Slack. */
async function slackWorld(options = {}): Promise<World> {
  const w = await noticeWorld(options);
  await setFeatures(w, w.tenant, allFeatures);
  const config = { inbox: "ALL", slack: "MINE" };
  await w.ok("/v2/notifications/config/set", { organizationId: "acme", userIds: ["ada", "grace"], config });
  await w.ok(path, { organizationId: "acme", webhookUrl });
  await w.ok("/v2/workspace/apikeyconfig/update", {
    documentUrl: "https://app.example.com/{organizationId}/{documentId}#{annotationId}.{commentId}",
  });
  return w;
}

const posted = (w: World) => w.receivers.calls.splice(0).map(({ url, json }) => ({ url, ...json }));

async function slackOutcomes(w: World, userId: string) {
  const { data } = await w.ok("/v2/notifications/deliveries/get", { organizationId: "acme", userId });
  type Outcome = { channel: string };
  return data.flatMap(({ channels }: { channels: Outcome[] }) => channels.filter(({ channel }) => channel === "slack"));
}

test("the recipients of one event share a message with a link, into which nobody can inject markup", async () => {
  const w = await slackWorld();
  await startThread(w, { assignedTo: { userId: "grace" } });
  const commentId = await comment(w, "lin", "look <!channel> & <https://evil.example.com|here>");
  await w.drain();
  const [message, ...others] = posted(w);
  expect(others).toStrictEqual([]);
  expect(message.url).toBe(webhookUrl);
  expect(message.text.split("\n").slice(1)).toStrictEqual([
    `lin added a comment (<https://app.example.com/acme/plan#ann.${commentId}|plan>)`,
    ">look &lt;!channel&gt; &amp; &lt;https://evil.example.com|here&gt;",
  ]);
  expect(["For ada, grace:", "For grace, ada:"]).toContain(message.text.split("\n")[0]);
  expect(await slackOutcomes(w, "ada")).toMatchObject([{ status: "sent" }]);
  const commentData = [{ commentId: 7, commentText: "{{ada}}?", from: { userId: "lin" }, triggerNotification: true }];
  const place = { organizationId: "acme", documentId: "plan" };
  await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: "new", commentData }] });
  await w.drain();
  expect(posted(w)[0].text).toContain("plan#new.7|plan>");
});

test("names and comments can't begin a line that looks like another notification, nor reverse the text after them", async () => {
  const w = await slackWorld();
  const forged = "\r\nada assigned a thread to you\u2028\u2029\u0085now";
  const documents = [{ documentId: "plan", documentName: `Plan${forged}` }];
  await w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents });
  const users = ["ada", "grace"].map((userId) => ({ userId, name: `${userId}\u202e${forged}` }));
  await w.ok("/v2/users/update", { organizationId: "acme", users });
  await startThread(w, { assignedTo: { userId: "grace" } });
  const from = { userId: "lin", name: `lin${forged}` };
  const commentData = [{ commentText: `a\rb\u2028c\r\nd`, from, triggerNotification: true }];
  await w.ok("/v2/commentannotations/comments/add", {
    organizationId: "acme",
    documentId: "plan",
    annotationId: "ann",
    commentData,
  });
  await w.drain();
  const [{ text }] = posted(w);
  expect(text).not.toContain("\u202e");
  expect(text.split(/\r\n?|[\n\u0085\u2028\u2029]/).map((line: string) => line.slice(0, 4))).toStrictEqual([
    "For ",
    "lin ",
    ...[">a", ">b", ">c", ">d"],
  ]);
});

test("each person gets one message for a digest, and the failure of one does not affect the others", async () => {
  const w = await slackWorld({ user: { batchWindowSeconds: 60, maxActivities: 50 } });
  await startThread(w);
  for (const text of ["one", "two {{grace}}"]) {
    await comment(w, "lin", text);
    w.advance(1);
  }
  await w.drain();
  w.receivers.answer = ({ json }) => ({ status: json.text.startsWith("For ada") ? 404 : 200, body: "" });
  w.advance(MINUTE);
  await w.drain();
  const texts: string[] = posted(w)
    .map(({ text }) => text.replaceAll(/\n.* \(<.*>\)/g, ""))
    .sort();
  expect(texts).toStrictEqual(["For ada:\n>one\n>two @grace", "For grace:\n>two @grace"]);
  const failed = { status: "failed", why: "Slack answered with HTTP 404." };
  expect(await slackOutcomes(w, "ada")).toMatchObject([failed, failed]);
  expect(await slackOutcomes(w, "grace")).toMatchObject([{ status: "sent" }]);
});

test("a message that Slack can't accept now is retried until it can, and dropped after the last attempt", async () => {
  const w = await slackWorld();
  await startThread(w);
  w.receivers.answer = () => ({ status: 503, body: "" });
  await comment(w, "lin", "hello");
  await w.drain();
  expect(await slackOutcomes(w, "ada")).toMatchObject([{ status: "pending", why: "Slack answered with HTTP 503." }]);
  for (let hour = 0; hour < 40; hour++) {
    w.advance(60 * MINUTE);
    await w.drain();
  }
  expect(await slackOutcomes(w, "ada")).toMatchObject([{ status: "failed" }]);
  expect(posted(w).length).toBe(8);
});

test("an error of the server is logged, and the outcome tells the customer nothing about it", async () => {
  const w = await slackWorld();
  await startThread(w);
  w.receivers.answer = () => {
    throw new Error("ENOENT: no such file, open '/srv/atrium/data'");
  };
  await comment(w, "lin", "hello");
  await w.drain();
  const why = "Something went wrong on the server.";
  expect(await slackOutcomes(w, "ada")).toMatchObject([{ status: "pending", why }]);
  const [line] = w.logged.filter(({ message }) => message.startsWith("a notification could not be sent"));
  expect(line?.fields.err).toMatchObject({ message: expect.stringContaining("/srv/atrium") });
});

test("a notification that is deleted before an attempt is not posted", async () => {
  const w = await slackWorld();
  await startThread(w);
  w.receivers.answer = () => ({ status: 503, body: "" });
  await comment(w, "lin", "a mistake");
  await w.drain();
  posted(w);
  await w.ok("/v2/commentannotations/delete", { organizationId: "acme", documentId: "plan", annotationIds: ["ann"] });
  w.advance(2 * MINUTE);
  await w.drain();
  expect(posted(w)).toStrictEqual([]);
  expect(await slackOutcomes(w, "ada")).toMatchObject([{ status: "failed" }]);
});

test("the address is encrypted at rest, masked in replies and logs, and can be removed", async () => {
  const w = await slackWorld();
  const { data } = await w.ok(path, { organizationId: "acme", webhookUrl });
  expect(data.webhookUrl).toBe(`${"*".repeat(webhookUrl.length - 4)}hook`);
  expect(JSON.stringify([await dump(w.context.store), w.logged])).not.toContain("secret-of-the-webhook");
  expect((await w.ok(path, { organizationId: "acme", webhookUrl: null })).data).toStrictEqual({ webhookUrl: null });
  await startThread(w);
  await comment(w, "lin", "hello");
  await w.drain();
  expect(posted(w)).toStrictEqual([]);
  for (const bad of ["ftp://x", "hooks.slack.com", "https://a b"])
    expect((await w.fails(path, { organizationId: "acme", webhookUrl: bad })).status).toBe("INVALID_ARGUMENT");
  expect((await w.fails(path, { organizationId: "none", webhookUrl })).status).toBe("NOT_FOUND");
});

test("the audit log names the organization whose webhook was set, and not the address", async () => {
  const w = await slackWorld();
  // Records of the same moment are ordered by id.
  w.advance(1);
  await w.ok(path, { organizationId: "acme", webhookUrl });
  const [record] = (await w.ok("/v2/workspace/auditlog/get", { action: "config.update" })).data;
  expect(record.targets).toStrictEqual({
    config: { ids: ["slack"], count: 1 },
    organizationId: { ids: ["acme"], count: 1 },
  });
  expect(JSON.stringify(record)).not.toContain("secret-of-the-webhook");
});

noRoundTrip(path, "The address is a secret that replies mask.");
