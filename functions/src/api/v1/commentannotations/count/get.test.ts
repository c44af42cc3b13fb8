import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleWorld } from "#testing/harness/example-world";

test("v1 counts as v2 does", async () => {
  const w = await exampleWorld();
  const request = { organizationId: "acme", documentIds: ["homepage"], userId: "lin" };
  const { message, data } = await w.ok("/v1/commentannotations/count/get", request);
  assert.equal(message, "Comment count retrieved successfully.");
  assert.deepEqual(data, { homepage: { total: 3, unread: 2 } });
});
