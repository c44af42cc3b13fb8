import { expect, test } from "@jest/globals";
import { thread, threadInStore, worldWithThread } from "#testing/fixtures/comments/threads";
import { beginThread, FIRST_COMMENT } from "#testing/fixtures/comments/written";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { testRoundTrip } from "#testing/harness/properties/round-trip";
import { dump } from "#testing/harness/store/store-dump";
import type { World } from "#testing/harness/world";

const path = "/v2/commentannotations/comments/update";
const done = (id: number) => ({ success: true, id, message: "Updated successfully" });

async function commentOf(w: World, commentId: number) {
  return (await w.ok("/v2/commentannotations/comments/get", { ...thread, commentIds: [commentId] })).data[0];
}

test("fields in the request replace those of each named comment, null removes one, and the others stay", async () => {
  const w = await worldWithThread();
  await w.ok(path, { ...thread, commentIds: [1, 2], updatedData: { commentHtml: "<p>old</p>", context: { a: 1 } } });
  const [first, third] = [await commentOf(w, 1), await commentOf(w, 3)];
  w.advance(1000);
  const updatedData = { commentText: "New", commentHtml: null, context: { b: [1, [2]] } };
  expect(await w.ok(path, { ...thread, commentIds: [1, 2], updatedData })).toStrictEqual({
    status: "success",
    message: "Comment updated successfully.",
    data: { 1: done(1), 2: done(2) },
  });
  const { commentHtml: _, ...rest } = first;
  const lastUpdated = new Date(w.context.now()).toISOString();
  expect(await commentOf(w, 1)).toStrictEqual({ ...rest, commentText: "New", context: { b: [1, [2]] }, lastUpdated });
  expect((await commentOf(w, 2)).commentText).toBe("New");
  expectWithContext(await commentOf(w, 3), "a comment that was not named has changed").toStrictEqual(third);
});

test("author, mentions, attachments and reactions are replaced as a whole", async () => {
  const w = await worldWithThread();
  const grace = { userId: "grace", name: "Grace Hopper" };
  const updatedData = {
    from: grace,
    taggedUserContacts: [{ text: "@Lin", userId: "lin", contact: { userId: "lin" } }],
    attachments: [{ attachmentId: 1, name: "plan.pdf" }],
    reactionAnnotations: [{ icon: "🎉", from: grace, createdAt: 1, lastUpdated: 2 }],
    isCommentResolverUsed: true,
    isCommentTextAvailable: true,
  };
  await w.ok(path, { ...thread, commentIds: [1], updatedData });
  const { commentId, createdAt, lastUpdated, commentText, reactionCount, ...changed } = await commentOf(w, 1);
  expect(changed).toStrictEqual(updatedData);
  expect(reactionCount).toBe(1);
});

test("without ids all comments are changed, with authors only the comments that they wrote", async () => {
  const w = await worldWithThread();
  const texts = async () => {
    const { data } = await w.ok("/v2/commentannotations/comments/get", thread);
    return data.map(({ commentText }: { commentText: string }) => commentText);
  };
  const [, second] = await texts();
  const byAda = { ...thread, userIds: ["ada", "ada", "nobody"] };
  const { data } = await w.ok(path, { ...byAda, updatedData: { commentText: "Ada's" } });
  expect(data).toStrictEqual({ 1: done(1), 3: done(3) });
  expect(await texts()).toStrictEqual(["Ada's", second, "Ada's"]);
  const one = await w.ok(path, { ...byAda, commentIds: [2, 3], updatedData: { commentText: "One" } });
  expect(one.data).toMatchObject({ 2: { success: false, message: "Not found" }, 3: done(3) });
  expect(await texts()).toStrictEqual(["Ada's", second, "One"]);
  const all = await w.ok("/v1/commentannotations/comments/update", { ...thread, updatedData: { commentText: "All" } });
  expect(all.data).toStrictEqual({ 1: done(1), 2: done(2), 3: done(3) });
  expect(await texts()).toStrictEqual(["All", "All", "All"]);
});

test("with a user token and without ids a user's own comments are changed", async () => {
  const w = await worldWithThread();
  const token = await w.token("ada", { resources: [{ type: "organization", id: "acme", accessRole: "editor" }] });
  const { data } = await w.ok(path, { ...thread, updatedData: { commentText: "Mine" } }, { token });
  expect(data).toStrictEqual({ 1: done(1), 3: done(3) });
});

test("the thread's last change is updated, and the thread is found by the users whom its comments now name", async () => {
  const w = await worldWithThread();
  w.advance(1000);
  await w.ok(path, { ...thread, commentIds: [2], updatedData: { from: { userId: "grace" } } });
  expect(await threadInStore(w)).toStrictEqual({ lastUpdated: w.context.now(), people: ["ada", "grace"] });
});

test("a missing comment fails alone, and when all are missing nothing is written", async () => {
  const w = await worldWithThread();
  const missing = { success: false, id: 8, message: "Not found", code: "not-found" };
  const updatedData = { commentText: "New" };
  const both = await w.ok(path, { ...thread, commentIds: [8, 1], updatedData });
  expect(both.data).toStrictEqual({ 1: done(1), 8: missing });
  const before = await dump(w.context.store);
  w.advance(1000);
  expect((await w.ok(path, { ...thread, commentIds: [8], updatedData })).data).toStrictEqual({ 8: missing });
  expect(await dump(w.context.store)).toStrictEqual(before);
});

test("a missing organization, document or thread is NOT_FOUND", async () => {
  const w = await worldWithThread();
  for (const [place, message] of [
    [{ organizationId: "none" }, "Organization does not exist."],
    [{ documentId: "none" }, "Document does not exist."],
    [{ annotationId: "none" }, "Annotation not found."],
  ] as const) {
    const error = await w.fails(path, { ...thread, ...place, commentIds: [1], updatedData: { commentText: "New" } });
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", message]);
  }
});

test("501 ids, a repeated id and deep JSON are refused, and nothing is written", async () => {
  const w = await worldWithThread();
  const before = await dump(w.context.store);
  const deep = JSON.parse(`${'{"a":'.repeat(101)}1${"}".repeat(101)}`);
  for (const [request, message] of [
    [{ commentIds: Array.from({ length: 501 }, (_, i) => i) }, "data.commentIds must have at most 500 items."],
    [{ commentIds: [] }, "data.commentIds must not be empty."],
    [{ updatedData: {} }, "data.updatedData must not be empty."],
    [{ commentIds: [1, 1] }, 'data.commentIds names "1" more than once.'],
    [{ updatedData: { context: deep } }, "data.updatedData.context must not nest deeper than 100 levels."],
  ] as const) {
    const error = await w.fails(path, { ...thread, commentIds: [1], updatedData: { commentText: "New" }, ...request });
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
  expect(await dump(w.context.store)).toStrictEqual(before);
});

test("concurrent changes of different comments are all kept", async () => {
  const w = await worldWithThread();
  await Promise.all(
    [1, 2, 3].map((id) => w.ok(path, { ...thread, commentIds: [id], updatedData: { commentText: `by ${id}` } })),
  );
  const { data } = await w.ok("/v2/commentannotations/comments/get", thread);
  expect(data.map(({ commentText }: { commentText: string }) => commentText)).toStrictEqual(["by 1", "by 2", "by 3"]);
});

test("each changed comment emits an event, and each changed reaction one of its own", async () => {
  const w = await worldWithThread();
  await addEndpoint(w, "all");
  const ada = { userId: "ada", name: "Ada Lovelace" };
  const lin = { userId: "lin", name: "Lin Chen" };
  const heart = { icon: "heart", from: lin };
  const update = (commentIds: number[], updatedData: object) => w.ok(path, { ...thread, commentIds, updatedData });
  await update([1, 3, 99], { commentText: "Third", reactionAnnotations: [{ ...heart, annotationId: "r" }] });
  expect(await eventsSent(w)).toStrictEqual([
    ["comment.reaction_add", { ...thread, actionUser: lin, commentId: 1, reaction: heart }],
    ["comment.reaction_add", { ...thread, actionUser: lin, commentId: 3, reaction: heart }],
    ["comment.update", { ...thread, targetComment: { commentId: 1, commentText: "Third", from: ada } }],
  ]);
  await update([3], { commentText: "Third", reactionAnnotations: [{ ...heart, annotationId: "other" }] });
  expect(await eventsSent(w)).toStrictEqual([]);
  await update([3], { reactionAnnotations: [] });
  expect(await eventsSent(w)).toStrictEqual([
    ["comment.reaction_delete", { ...thread, commentId: 3, reaction: heart }],
  ]);
  await w.fails(path, { ...thread, annotationId: "none", commentIds: [1], updatedData: { commentText: "x" } });
  expect(await eventsSent(w)).toStrictEqual([]);
});

const first = { ...thread, commentIds: [FIRST_COMMENT] };

testRoundTrip(path, "a change of a comment", {
  beside: first,
  fit: ({ userIds: _, ...item }) => item,
  before: beginThread,
  read: async (w) => {
    const { data } = await w.ok("/v2/commentannotations/comments/get", first);
    const { commentId: _, createdAt: __, lastUpdated: ___, reactionCount: ____, ...updatedData } = data[0];
    return [{ updatedData }];
  },
  // Null removes a field.
  toRead: ({ updatedData: { triggerNotification: _, triggerActivities: __, ...change } }) => ({
    updatedData: Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null)),
  }),
});
