import { expect, test } from "@jest/globals";
import { thread, worldWithThread } from "#testing/fixtures/comments/threads";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { dump } from "#testing/harness/store/store-dump";
import type { World } from "#testing/harness/world";

const path = "/v2/commentannotations/comments/reactions/delete";
const on = { ...thread, commentId: 1 };

/** A thread whose first comment has hearts from ada and lin, and a smile from lin. */
async function reactedWorld(): Promise<World> {
  const w = await worldWithThread();
  for (const [icon, userId] of [
    ["heart", "ada"],
    ["heart", "lin"],
    ["smile", "lin"],
  ])
    await w.ok("/v2/commentannotations/comments/reactions/add", { ...on, reaction: { icon, from: { userId } } });
  return w;
}

async function reactionsOf(w: World) {
  const { data } = await w.ok("/v2/commentannotations/comments/get", { ...thread, commentIds: [1] });
  return data[0].reactionAnnotations.map((one: { icon: string; from: { userId: string } }) => [
    one.icon,
    one.from.userId,
  ]);
}

test("one reaction of one user is removed, and the others stay", async () => {
  const w = await reactedWorld();
  expect(await w.ok(path, { ...on, icon: "heart", userId: "lin" })).toStrictEqual({
    status: "success",
    message: "Reaction deleted successfully.",
    data: { reactionCount: 2 },
  });
  expect(await reactionsOf(w)).toStrictEqual([
    ["heart", "ada"],
    ["smile", "lin"],
  ]);
});

test("removing a missing reaction succeeds without a change", async () => {
  const w = await reactedWorld();
  const before = await dump(w.context.store);
  w.advance(1000);
  expect((await w.ok(path, { ...on, icon: "smile", userId: "ada" })).data).toStrictEqual({ reactionCount: 3 });
  expect(await dump(w.context.store)).toStrictEqual(before);
});

test("a missing thread or comment is NOT_FOUND, and without a user nothing is deleted", async () => {
  const w = await reactedWorld();
  const smile = { ...on, icon: "smile", userId: "lin" };
  expect((await w.fails(path, { ...smile, annotationId: "none" })).message).toBe("Annotation not found.");
  expect((await w.fails(path, { ...smile, commentId: 99 })).message).toBe("Comment not found.");
  expect((await w.fails(path, { ...on, icon: "smile" })).message).toBe("data.userId is required.");
  expect((await reactionsOf(w)).length).toBe(3);
});

test("users remove only their own reactions, even as administrators", async () => {
  const w = await reactedWorld();
  const token = await w.token("ada", { isAdmin: true });
  const refused = await w.fails(path, { ...on, icon: "heart", userId: "lin" }, { token });
  expect([refused.status, refused.message]).toStrictEqual([
    "PERMISSION_DENIED",
    "data.userId must be the user of the token.",
  ]);
  expect((await w.ok(path, { ...on, icon: "heart" }, { token })).data).toStrictEqual({ reactionCount: 2 });
  expect(await reactionsOf(w)).toStrictEqual([
    ["heart", "lin"],
    ["smile", "lin"],
  ]);
});

test("a removed reaction emits one event", async () => {
  const w = await reactedWorld();
  await addEndpoint(w, "all");
  await w.ok(path, { ...on, icon: "smile", userId: "lin" });
  await w.ok(path, { ...on, icon: "smile", userId: "lin" });
  const events = await eventsSent(w);
  expect(events.map(([type, { commentId, reaction }]) => [type, commentId, reaction])).toStrictEqual([
    ["comment.reaction_delete", 1, { icon: "smile", from: { userId: "lin" } }],
  ]);
});
