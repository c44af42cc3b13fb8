import { expect, test } from "@jest/globals";
import { thread, worldWithThread } from "#testing/fixtures/comments/threads";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { noRoundTrip } from "#testing/harness/properties/round-trip";
import { dump } from "#testing/harness/store/store-dump";
import type { World } from "#testing/harness/world";

const path = "/v2/commentannotations/comments/reactions/add";
const lin = { userId: "lin", name: "Lin Chen" };
const heart = { ...thread, commentId: 1, reaction: { icon: "heart", from: lin } };

async function reactionsOf(w: World, commentId: number) {
  const { data } = await w.ok("/v2/commentannotations/comments/get", { ...thread, commentIds: [commentId] });
  return data[0].reactionAnnotations;
}

test("a reaction is added to those of the comment, with the server's time by default", async () => {
  const w = await worldWithThread();
  expect(await w.ok(path, heart)).toStrictEqual({
    status: "success",
    message: "Reaction added successfully.",
    data: { reactionCount: 1 },
  });
  const smile = { icon: "smile", from: { userId: "ada" }, createdAt: 1, lastUpdated: 2, reactionId: "r" };
  expect((await w.ok(path, { ...heart, reaction: smile })).data).toStrictEqual({ reactionCount: 2 });
  const now = w.context.now();
  expect(await reactionsOf(w, 1)).toStrictEqual([
    { icon: "heart", from: lin, createdAt: now, lastUpdated: now },
    smile,
  ]);
  expect(await reactionsOf(w, 2)).toBeUndefined();
});

test("a repeated reaction of the same person is stored once and changes nothing", async () => {
  const w = await worldWithThread();
  await w.ok(path, heart);
  const before = await dump(w.context.store);
  w.advance(1000);
  const again = { icon: "heart", from: { userId: "lin", name: "Lin C." }, reactionId: "other" };
  expect((await w.ok(path, { ...heart, reaction: again })).data).toStrictEqual({ reactionCount: 1 });
  expect(await dump(w.context.store)).toStrictEqual(before);
});

test("concurrent reactions are all kept", async () => {
  const w = await worldWithThread();
  const icons = ["heart", "smile", "eyes", "heart"];
  await Promise.all(icons.map((icon) => w.ok(path, { ...heart, reaction: { icon, from: lin } })));
  const storedIcons = (await reactionsOf(w, 1)).map(({ icon }: { icon: string }) => icon);
  expect(storedIcons.sort()).toStrictEqual(["eyes", "heart", "smile"]);
});

test("a comment has at most 500 reactions", async () => {
  const w = await worldWithThread();
  const reactionAnnotations = Array.from({ length: 500 }, (_, i) => ({ icon: `i${i}`, from: lin }));
  const full = { ...thread, commentIds: [1], updatedData: { reactionAnnotations } };
  await w.ok("/v2/commentannotations/comments/update", full);
  const error = await w.fails(path, heart);
  expect([error.status, error.message]).toStrictEqual([
    "FAILED_PRECONDITION",
    "A comment has at most 500 reactions. Delete others first.",
  ]);
  const there = { ...heart, reaction: { icon: "i7", from: lin } };
  expect((await w.ok(path, there)).data).toStrictEqual({ reactionCount: 500 });
});

test("a missing organization, document, thread or comment is NOT_FOUND", async () => {
  const w = await worldWithThread();
  for (const [place, message] of [
    [{ organizationId: "none" }, "Organization does not exist."],
    [{ documentId: "none" }, "Document does not exist."],
    [{ annotationId: "none" }, "Annotation not found."],
    [{ commentId: 99 }, "Comment not found."],
  ] as const) {
    const error = await w.fails(path, { ...heart, ...place });
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", message]);
  }
});

test("with a user token the reaction has that user and the server's time, also on comments of others", async () => {
  const w = await worldWithThread();
  const token = await w.token("ada", { isAdmin: true });
  await w.ok(path, { ...heart, commentId: 2, reaction: { icon: "heart", createdAt: 1 } }, { token });
  const [reaction] = await reactionsOf(w, 2);
  expect([reaction.from.userId, reaction.from.name]).toStrictEqual(["ada", "ada of the token"]);
  expect(reaction.createdAt).toBe(w.context.now());
  const forged = await w.fails(path, heart, { token });
  expect([forged.status, forged.message]).toStrictEqual([
    "PERMISSION_DENIED",
    "data.reaction.from must be the user of the token.",
  ]);
});

test("a user who can't see the thread, or may only read its document, can't react", async () => {
  const w = await worldWithThread();
  const resource = { type: "document" as const, id: "plan", organizationId: "acme" };
  const editor = await w.token("eve", { resources: [{ ...resource, accessRole: "editor" }] });
  const viewer = await w.token("vic", { resources: [{ ...resource, accessRole: "viewer" }] });
  const reaction = { icon: "heart" };
  const hidden = { annotationId: "hidden", visibility: { type: "restricted", userIds: ["ada"] } };
  const comment = { commentId: 1, commentText: "psst", from: { userId: "ada" } };
  const { annotationId: _, ...place } = thread;
  await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [{ ...hidden, commentData: [comment] }] });
  const before = await dump(w.context.store);
  const unseen = await w.fails(path, { ...heart, annotationId: "hidden", reaction }, { token: editor });
  expect([unseen.status, unseen.message]).toStrictEqual(["NOT_FOUND", "Annotation not found."]);
  expect((await w.fails(path, { ...heart, reaction }, { token: viewer })).status).toBe("PERMISSION_DENIED");
  expect(await dump(w.context.store)).toStrictEqual(before);
});

test("a new reaction emits one event", async () => {
  const w = await worldWithThread();
  await addEndpoint(w, "all");
  await w.ok(path, heart);
  await w.ok(path, heart);
  const events = await eventsSent(w);
  expect(events.map(([type, { commentId, reaction }]) => [type, commentId, reaction])).toStrictEqual([
    ["comment.reaction_add", 1, { icon: "heart", from: lin }],
  ]);
});

noRoundTrip(path, "The reaction is read as part of its comment, whose round trip is tested for comments/update.");
