import { expect, test } from "@jest/globals";
import { exampleServer, explainsTakenPort, startExample, startsLikeAnyProgram } from "./testing/running-example.ts";

const program = "comment-bot.ts";
const place = { organizationId: "acme", documentId: "homepage" };
const thread = { ...place, annotationId: "t" };
const says = (userId: string, commentText: string) => [{ commentText, from: { userId } }];

test("the bot answers a mention once, in its thread, and never answers itself", async () => {
  const { atrium, environment } = await exampleServer();
  const bot = startExample(program, ["--port", "0", "--keep"], environment);
  const [, port = ""] = await bot.prints(/:(\d+)\/ waits for \{\{bot\}\}$/m);
  await atrium.commentannotations.add({
    ...place,
    createOrganization: true,
    createDocument: true,
    commentAnnotations: [{ annotationId: "t", commentData: says("ada", "{{bot}} first") }],
  });
  await bot.prints(/^Answered ada in homepage$/m);
  await atrium.commentannotations.comments.add({ ...thread, commentData: says("ada", "to nobody, bot") });
  await atrium.commentannotations.comments.add({ ...thread, commentData: says("lin", "and {{bot}} again") });
  await bot.prints(/^Answered lin in homepage$/m);

  // Sends the same messages again.
  const { deliveries } = atrium.workspace.advancedwebhook;
  for (const { deliveryId } of await Array.fromAsync(deliveries.get.each())) await deliveries.resend({ deliveryId });
  await bot.prints(/^Answered lin in homepage$/m);
  const spoken = async () => {
    const { data } = await atrium.commentannotations.comments.get(thread);
    return data.map((comment) => `${comment?.from.userId}: ${comment?.commentText}`).sort();
  };
  expect(await spoken()).toStrictEqual([
    "ada: to nobody, bot",
    "ada: {{bot}} first",
    "bot: {{ada}}, I have read: {{bot}} first",
    "bot: {{lin}}, I have read: and {{bot}} again",
    "lin: and {{bot}} again",
  ]);

  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
  expect(forged.status).toBe(401);
  expect(await bot.interrupt()).toBe(0);

  const back = startExample(program, ["--port", port], environment);
  await back.prints(/ waits for /);
  expect((await atrium.workspace.advancedwebhook.endpoints.get()).data.endpoints.length).toBe(1);
  await atrium.commentannotations.comments.add({ ...thread, commentData: says("grace", "{{bot}}?") });
  await back.prints(/^Answered grace in homepage$/m);
  expect((await spoken()).filter((line) => line.startsWith("bot: ")).length).toStrictEqual(3);
  expect(await back.interrupt()).toBe(0);
  expect((await atrium.workspace.advancedwebhook.endpoints.get()).data.endpoints).toStrictEqual([]);
});

test("the bot explains what it does and what it needs", async () => {
  await startsLikeAnyProgram(program);
});

test("if its port is taken, the bot says what to do", async () => {
  await explainsTakenPort(program);
});
