import assert from "node:assert/strict";
import { test } from "node:test";
import { thread, worldWithThread } from "#testing/fixtures/comments/threads";

test("v1 deletes comments as v2 does", async () => {
  const w = await worldWithThread();
  const { data } = await w.ok("/v1/commentannotations/comments/delete", { ...thread, commentIds: [2] });
  assert.deepEqual(data, { 2: { success: true, id: 2, message: "Deleted successfully" } });
  const read = await w.ok("/v2/commentannotations/comments/get", { ...thread, commentIds: [2] });
  assert.deepEqual(read.data, [null]);
});
