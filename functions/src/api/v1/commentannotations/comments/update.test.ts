import assert from "node:assert/strict";
import { test } from "node:test";
import { thread, worldWithThread } from "#testing/fixtures/comments/threads";

test("v1 changes comments as v2 does", async () => {
  const w = await worldWithThread();
  const request = { ...thread, commentIds: [1], updatedData: { commentText: "New" } };
  const { data } = await w.ok("/v1/commentannotations/comments/update", request);
  assert.deepEqual(data, { 1: { success: true, id: 1, message: "Updated successfully" } });
  const read = await w.ok("/v2/commentannotations/comments/get", { ...thread, commentIds: [1] });
  assert.equal(read.data[0].commentText, "New");
});
