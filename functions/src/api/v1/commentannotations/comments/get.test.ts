import assert from "node:assert/strict";
import { test } from "node:test";
import { thread, worldWithThread } from "#testing/fixtures/comments/threads";

test("v1 reads comments as v2 does and says it in its own words", async () => {
  const w = await worldWithThread();
  const { message, data } = await w.ok("/v1/commentannotations/comments/get", thread);
  assert.equal(message, "Comments(s) retrieved successfully.");
  assert.deepEqual(data, (await w.ok("/v2/commentannotations/comments/get", thread)).data);
  assert.equal(data.length, 3);
});
