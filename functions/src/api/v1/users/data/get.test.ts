import assert from "node:assert/strict";
import { test } from "node:test";
import { recordingsOfUser } from "#testing/fixtures/erasure/user-data-lists";
import { eve, leaveTraces } from "#testing/fixtures/erasure/user-traces";
import { testPaging } from "#testing/harness/paging";
import { world } from "#testing/harness/world";

test("v1 answers what v2 answers", async () => {
  const w = await world();
  await leaveTraces(w);
  const query = { organizationId: "acme", userId: eve.userId };
  const answer = await w.ok("/v1/users/data/get", query);
  assert.equal(answer.data.comments.length, 4);
  assert.deepEqual(answer, await w.ok("/v2/users/data/get", query));
});

testPaging("/v1/users/data/get", "what a user has recorded", recordingsOfUser);
