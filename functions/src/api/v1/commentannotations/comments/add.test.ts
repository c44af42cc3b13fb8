import { expect, test } from "@jest/globals";
import { thread, worldWithThread } from "#testing/fixtures/comments/threads";

const path = "/v1/commentannotations/comments/add";

test("v1 adds comments as v2 does, without context and agents and without checking permissions", async () => {
  const w = await worldWithThread();
  const comment = { commentId: 7, commentText: "hello", from: { userId: "nobody" } };
  const more = { context: { a: 1 }, agent: { agentId: "bot" } };
  const request = { ...thread, verifyUserPermissions: true, commentData: [{ ...comment, ...more }] };
  expect((await w.ok(path, request)).data).toStrictEqual([7]);
  const { data } = await w.ok("/v2/commentannotations/comments/get", { ...thread, commentIds: [7] });
  const { createdAt: _, lastUpdated: __, ...rest } = data[0];
  expect(rest).toStrictEqual({ ...comment, reactionCount: 0 });
});

test("v1 creates neither organization nor document", async () => {
  const w = await worldWithThread();
  const commentData = [{ commentText: "hello", from: { userId: "ada" } }];
  const making = { createOrganization: true, createDocument: true };
  const error = await w.fails(path, { ...thread, ...making, documentId: "none", commentData });
  expect(error.message).toBe("Document does not exist.");
});
