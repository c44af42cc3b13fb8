import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleWorld } from "#testing/harness/example-world";

const path = "/v1/notifications/config/set";

test("documents must be named: the default of the organization is set in v2 only", async () => {
  const w = await exampleWorld();
  const request = { organizationId: "acme", userIds: ["lin"], config: { inbox: "NONE" } };
  assert.equal((await w.fails(path, request)).message, "data.documentIds is required.");
  const message = "User config set successfully.";
  assert.deepEqual((await w.ok(path, { ...request, documentIds: ["homepage"] })).data, {
    lin: { success: true, userId: "lin", documentId: "homepage", message },
  });
});
