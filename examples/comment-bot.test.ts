import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleServer, startExample, startsLikeAnyProgram } from "./testing/running-example.ts";

const program = "comment-bot.ts";
const place = { organizationId: "acme", documentId: "homepage" };
const thread = { ...place, annotationId: "t" };
const says = (userId: string, commentText: string) => [{ commentText, from: { userId } }];

test("the bot answers who mentions it, in the thread and once, and never itself", async (t) => {
  const { atrium, environment } = await exampleServer(t);
  const bot = startExample(t, program, ["--port", "0"], environment);
  const [, port = ""] = await bot.prints(/:(\d+)\/ waits for \{\{bot\}\}$/m);
  await atrium.commentannotations.add({
    ...{ ...place, createOrganization: true, createDocument: true },
    commentAnnotations: [{ annotationId: "t", commentData: says("ada", "{{bot}} first") }],
  });
  await bot.prints(/^Answered ada in homepage$/m);
  await atrium.commentannotations.comments.add({ ...thread, commentData: says("ada", "to nobody, bot") });
  await atrium.commentannotations.comments.add({ ...thread, commentData: says("lin", "and {{bot}} again") });
  await bot.prints(/^Answered lin in homepage$/m);

  // The same messages once more.
  const { deliveries } = atrium.workspace.advancedwebhook;
  for (const { id } of await Array.fromAsync(deliveries.get.each({}))) await deliveries.resend({ deliveryId: id });
  await bot.prints(/(Answered lin[^]*){2}/);
  const spoken = async () =>
    (await atrium.commentannotations.comments.get(thread)).data.map(
      ({ from, commentText }) => `${from.userId}: ${commentText}`,
    );
  assert.deepEqual((await spoken()).sort(), [
    "ada: to nobody, bot",
    "ada: {{bot}} first",
    "bot: {{ada}}, I have read: {{bot}} first",
    "bot: {{lin}}, I have read: and {{bot}} again",
    "lin: and {{bot}} again",
  ]);

  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
  assert.equal(forged.status, 401);
  assert.equal(await bot.interrupt(), 0);

  const back = startExample(t, program, ["--port", port], environment);
  await back.prints(/ waits for /);
  assert.equal((await atrium.workspace.advancedwebhook.endpoints.get()).data.endpoints.length, 1);
  await atrium.commentannotations.comments.add({ ...thread, commentData: says("grace", "{{bot}}?") });
  await back.prints(/^Answered grace in homepage$/m);
  assert.ok((await spoken()).includes("bot: {{grace}}, I have read: {{bot}}?"));
  assert.equal(await back.interrupt(), 0);
});

test("the bot says what it is and what it needs", async (t) => {
  await startsLikeAnyProgram(t, program);
});
