import { expect, test } from "@jest/globals";
import { thread, threadInStore, worldWithThread } from "#testing/fixtures/comments/threads";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { dump } from "#testing/harness/store/store-dump";
import type { World } from "#testing/harness/world";

const path = "/v2/commentannotations/comments/delete";
const done = (id: number) => ({ success: true, id, message: "Deleted successfully" });
const missing = (id: number) => ({ success: false, id, message: "Not found", code: "not-found" });

async function idsOf(w: World): Promise<number[]> {
  const { data } = await w.ok("/v2/commentannotations/comments/get", thread);
  return data.map(({ commentId }: { commentId: number }) => commentId);
}

test("named comments are deleted, the others stay, and the thread's last change is updated", async () => {
  const w = await worldWithThread();
  w.advance(1000);
  expect(await w.ok(path, { ...thread, commentIds: [2, 8] })).toStrictEqual({
    status: "success",
    message: "Comments(s) deleted successfully.",
    data: { 2: done(2), 8: missing(8) },
  });
  expect(await idsOf(w)).toStrictEqual([1, 3]);
  expect(await threadInStore(w)).toStrictEqual({ lastUpdated: w.context.now(), people: ["ada"] });
});

test("without ids all comments are deleted, and new ones can be added", async () => {
  const w = await worldWithThread();
  expect((await w.ok(path, thread)).data).toStrictEqual({ 1: done(1), 2: done(2), 3: done(3) });
  expect(await idsOf(w)).toStrictEqual([]);
  expect((await w.ok(path, thread)).data).toStrictEqual({});
  const commentData = [{ commentId: 1, commentText: "Again", from: { userId: "ada" } }];
  await w.ok("/v2/commentannotations/comments/add", { ...thread, commentData });
  expect(await idsOf(w)).toStrictEqual([1]);
});

for (const path of ["/v2/commentannotations/comments/delete", "/v1/commentannotations/comments/delete"])
  test(`${path} with userIds deletes the comments of these users, and with commentIds too only those that match both`, async () => {
    const w = await worldWithThread();
    const commentData = [{ commentId: 4, from: { userId: "lin" } }];
    await w.ok("/v2/commentannotations/comments/add", { ...thread, commentData });
    expect((await w.ok(path, { ...thread, userIds: ["nobody"] })).data).toStrictEqual({});
    const both = await w.ok(path, { ...thread, userIds: ["lin", "lin"], commentIds: [1, 4] });
    expect(both.data).toStrictEqual({ 1: missing(1), 4: done(4) });
    expect(await idsOf(w)).toStrictEqual([1, 2, 3]);
    expect((await w.ok(path, { ...thread, userIds: ["lin"] })).data).toStrictEqual({ 2: done(2) });
    const none = await w.fails(path, { ...thread, userIds: [] });
    expect(none.message).toBe("data.userIds must not be empty.");
    expect(await idsOf(w)).toStrictEqual([1, 3]);
  });

test("with a user token, userIds selects only the user's own comments", async () => {
  const w = await worldWithThread();
  const commentData = [{ commentId: 4, from: { userId: "lin" } }];
  await w.ok("/v2/commentannotations/comments/add", { ...thread, commentData });
  const token = await w.token("lin", { resources: [{ type: "organization", id: "acme", accessRole: "editor" }] });
  expect((await w.ok(path, { ...thread, userIds: ["ada"] }, { token })).data).toStrictEqual({});
  const own = await w.ok(path, { ...thread, userIds: ["ada", "lin"] }, { token });
  expect(own.data).toStrictEqual({ 2: done(2), 4: done(4) });
});

test("a second deletion reports missing comments and writes nothing", async () => {
  const w = await worldWithThread();
  await w.ok(path, { ...thread, commentIds: [2] });
  const before = await dump(w.context.store);
  w.advance(1000);
  expect((await w.ok(path, { ...thread, commentIds: [2] })).data).toStrictEqual({ 2: missing(2) });
  expect(await dump(w.context.store)).toStrictEqual(before);
});

test("of two concurrent deletions of one comment one succeeds, and concurrent additions are kept", async () => {
  const w = await worldWithThread();
  const commentData = [{ commentId: 4, commentText: "Meanwhile", from: { userId: "ada" } }];
  const [one, other] = await Promise.all([
    w.ok(path, { ...thread, commentIds: [2] }),
    w.ok(path, { ...thread, commentIds: [2] }),
    w.ok("/v2/commentannotations/comments/add", { ...thread, commentData }),
  ]);
  expect([one.data[2].success, other.data[2].success].sort()).toStrictEqual([false, true]);
  expect(await idsOf(w)).toStrictEqual([1, 3, 4]);
});

test("a missing organization, document or thread is NOT_FOUND", async () => {
  const w = await worldWithThread();
  for (const [place, message] of [
    [{ organizationId: "none" }, "Organization does not exist."],
    [{ documentId: "none" }, "Document does not exist."],
    [{ annotationId: "none" }, "Annotation not found."],
  ] as const) {
    const error = await w.fails(path, { ...thread, ...place });
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", message]);
  }
});

test("501 ids, an empty list and a repeated id are refused", async () => {
  const w = await worldWithThread();
  for (const [commentIds, message] of [
    [Array.from({ length: 501 }, (_, i) => i), "data.commentIds must have at most 500 items."],
    [[], "data.commentIds must not be empty."],
    [[2, 2], 'data.commentIds names "2" more than once.'],
  ] as const)
    expect((await w.fails(path, { ...thread, commentIds })).message).toBe(message);
  expect(await idsOf(w)).toStrictEqual([1, 2, 3]);
});

test("each deleted comment emits an event, and a missing one none", async () => {
  const w = await worldWithThread();
  await addEndpoint(w, "all");
  await w.ok(path, { ...thread, commentIds: [1, 99] });
  expect(await eventsSent(w)).toStrictEqual([["comment.delete", { ...thread, commentId: 1 }]]);
  await w.ok(path, { ...thread, commentIds: [1] });
  await w.fails(path, { ...thread, annotationId: "none" });
  expect(await eventsSent(w)).toStrictEqual([]);
  await w.ok(path, thread);
  expect(await eventsSent(w)).toStrictEqual([
    ["comment.delete", { ...thread, commentId: 2 }],
    ["comment.delete", { ...thread, commentId: 3 }],
  ]);
});
