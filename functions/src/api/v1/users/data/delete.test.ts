import assert from "node:assert/strict";
import { test } from "node:test";
import { eve, isForgotten, leaveTraces, tracesOf } from "#testing/fixtures/erasure/user-traces";
import { world } from "#testing/harness/world";

test("a deletion that is begun in v1 is the same, and v2 tells how far it is", async () => {
  const w = await world();
  await leaveTraces(w);
  const { message, data } = await w.ok("/v1/users/data/delete", { userIds: [eve.userId] });
  assert.equal(message, "Data deletion process has been initiated.");
  assert.equal(data.tasksCount, 1);
  await isForgotten(w, data.jobId);
  assert.deepEqual(await tracesOf(w, eve), []);
});
