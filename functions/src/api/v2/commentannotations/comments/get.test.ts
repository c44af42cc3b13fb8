import { expect, test } from "@jest/globals";
import { commentsOfThread } from "#testing/fixtures/comments/comment-list";
import { thread, worldWithThread } from "#testing/fixtures/comments/threads";
import { testPaging } from "#testing/harness/properties/paging";
import { START } from "#testing/harness/world";

const path = "/v2/commentannotations/comments/get";
type ReturnedComment = { commentId: number } | null;
const ids = (data: ReturnedComment[]) => data.map((comment) => comment?.commentId ?? null);

test("all comments of a thread are returned, the oldest first", async () => {
  const w = await worldWithThread();
  const { message, data, ...paging } = await w.ok(path, thread);
  expect(message).toBe("Comments retrieved successfully.");
  expect(ids(data)).toStrictEqual([1, 2, 3]);
  expect(data[1]).toStrictEqual({
    commentId: 2,
    commentText: "Second",
    from: { userId: "lin", name: "Lin Chen" },
    createdAt: START + 1000,
    lastUpdated: new Date(START + 1000).toISOString(),
    reactionCount: 0,
  });
  expect(paging).toStrictEqual({ status: "success" });
});

test("named comments come in the order of their ids, with null for a missing one", async () => {
  const w = await worldWithThread();
  expect(ids((await w.ok(path, { ...thread, commentIds: [3, 8, 1] })).data)).toStrictEqual([3, null, 1]);
});

test("with userIds only comments of these users are returned", async () => {
  const w = await worldWithThread();
  expect(ids((await w.ok(path, { ...thread, userIds: ["ada", "nobody"] })).data)).toStrictEqual([1, 3]);
  expect(ids((await w.ok(path, { ...thread, userIds: ["ada"], commentIds: [2, 3] })).data)).toStrictEqual([null, 3]);
});

test("pages follow one another, even if the last comment of a page was deleted", async () => {
  const w = await worldWithThread();
  const first = await w.ok(path, { ...thread, pageSize: 2 });
  expect(ids(first.data)).toStrictEqual([1, 2]);
  await w.ok("/v2/commentannotations/comments/delete", { ...thread, commentIds: [2] });
  const second = await w.ok(path, { ...thread, pageSize: 2, pageToken: first.nextPageToken });
  expect(ids(second.data)).toStrictEqual([3]);
  expect(second.nextPageToken).toBeUndefined();
  const other = await w.fails(path, { ...thread, userIds: ["ada"], pageToken: first.nextPageToken });
  expect(other.message).toMatch(/^data\.pageToken does not belong to this query\./);
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

test("31 ids are refused", async () => {
  const w = await worldWithThread();
  const many = Array.from({ length: 31 }, (_, i) => i);
  for (const [query, message] of [
    [{ commentIds: many }, "data.commentIds must have at most 30 items."],
    [{ userIds: many.map(String) }, "data.userIds must have at most 30 items."],
  ] as const)
    expect((await w.fails(path, { ...thread, ...query })).message).toBe(message);
});

test("an id that is requested twice counts once", async () => {
  const w = await worldWithThread();
  expect(ids((await w.ok(path, { ...thread, commentIds: [3, 3, 9, 9] })).data)).toStrictEqual([3, null]);
});

testPaging(path, "a thread's comments", commentsOfThread);
