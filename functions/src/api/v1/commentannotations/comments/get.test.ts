import { expect, test } from "@jest/globals";
import { commentsOfThread } from "#testing/fixtures/comments/comment-list";
import { thread, worldWithThread } from "#testing/fixtures/comments/threads";
import { testPaging } from "#testing/harness/properties/paging";

test("v1 reads comments as v2 does, with its own message", async () => {
  const w = await worldWithThread();
  const { message, data } = await w.ok("/v1/commentannotations/comments/get", thread);
  expect(message).toBe("Comments(s) retrieved successfully.");
  expect(data).toStrictEqual((await w.ok("/v2/commentannotations/comments/get", thread)).data);
  expect(data.length).toBe(3);
});

testPaging("/v1/commentannotations/comments/get", "a thread's comments", commentsOfThread);
