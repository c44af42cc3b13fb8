import assert from "node:assert/strict";
import { test } from "node:test";
import { commentsOfThread } from "#testing/fixtures/comments/comment-list";
import { thread, worldWithThread } from "#testing/fixtures/comments/threads";
import { testPaging } from "#testing/harness/paging";
import { START } from "#testing/harness/world";

const path = "/v2/commentannotations/comments/get";
type Shown = { commentId: number } | null;
const ids = (data: Shown[]) => data.map((comment) => comment?.commentId ?? null);

test("all comments of a thread come back, the oldest first", async () => {
  const w = await worldWithThread();
  const { message, data, ...paging } = await w.ok(path, thread);
  assert.equal(message, "Comments retrieved successfully.");
  assert.deepEqual(ids(data), [1, 2, 3]);
  assert.deepEqual(data[1], {
    commentId: 2,
    commentText: "Second",
    from: { userId: "lin", name: "Lin Chen" },
    createdAt: START + 1000,
    lastUpdated: new Date(START + 1000).toISOString(),
    reactionCount: 0,
  });
  assert.deepEqual(paging, { status: "success" });
});

test("named comments come in the order of their ids, with null for one that is not there", async () => {
  const w = await worldWithThread();
  assert.deepEqual(ids((await w.ok(path, { ...thread, commentIds: [3, 8, 1] })).data), [3, null, 1]);
});

test("with userIds there is only what these users have written", async () => {
  const w = await worldWithThread();
  assert.deepEqual(ids((await w.ok(path, { ...thread, userIds: ["ada", "nobody"] })).data), [1, 3]);
  assert.deepEqual(ids((await w.ok(path, { ...thread, userIds: ["ada"], commentIds: [2, 3] })).data), [null, 3]);
});

test("pages lead from one to the next, also when the comment where one ended is gone", async () => {
  const w = await worldWithThread();
  const first = await w.ok(path, { ...thread, pageSize: 2 });
  assert.deepEqual(ids(first.data), [1, 2]);
  await w.ok("/v2/commentannotations/comments/delete", { ...thread, commentIds: [2] });
  const second = await w.ok(path, { ...thread, pageSize: 2, pageToken: first.nextPageToken });
  assert.deepEqual(ids(second.data), [3]);
  assert.equal(second.nextPageToken, undefined);
  const other = await w.fails(path, { ...thread, userIds: ["ada"], pageToken: first.nextPageToken });
  assert.match(other.message, /^data\.pageToken does not belong to this query\./);
});

test("a missing organization, document or thread is NOT_FOUND", async () => {
  const w = await worldWithThread();
  for (const [place, message] of [
    [{ organizationId: "none" }, "Organization does not exist."],
    [{ documentId: "none" }, "Document does not exist."],
    [{ annotationId: "none" }, "Annotation not found."],
  ] as const) {
    const error = await w.fails(path, { ...thread, ...place });
    assert.deepEqual([error.status, error.message], ["NOT_FOUND", message]);
  }
});

test("31 ids and the same id twice are refused", async () => {
  const w = await worldWithThread();
  const many = Array.from({ length: 31 }, (_, i) => i);
  for (const [query, message] of [
    [{ commentIds: many }, "data.commentIds must have at most 30 items."],
    [{ userIds: many.map(String) }, "data.userIds must have at most 30 items."],
    [{ commentIds: [1, 1] }, 'data.commentIds names "1" more than once.'],
  ] as const)
    assert.equal((await w.fails(path, { ...thread, ...query })).message, message);
});

testPaging(path, "a thread's comments", commentsOfThread);
