import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/get";

test("the workspace comes with its owner, its auth token and its one testing key", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  assert.equal(message, "Workspace retrieved successfully");
  assert.equal(data.id, w.tenant.workspaceId);
  assert.equal(data.authToken, w.tenant.workspaceToken);
  assert.equal(data.owner.email, "ada@example.com");
  assert.deepEqual(data.apiKeyList, {
    [w.tenant.apiKeyId]: { id: w.tenant.apiKeyId, apiKeyName: "Ada Test API Key", type: "testing" },
  });
});

test("each credential that is missing or wrong has an answer of its own", async () => {
  const w = await world();
  const answers = [
    {
      header: "x-service-workspace-id",
      value: undefined,
      status: "INVALID_ARGUMENT",
      message: "Workspace ID not found in headers.",
    },
    {
      header: "x-service-workspace-auth-token",
      value: undefined,
      status: "INVALID_ARGUMENT",
      message: "Auth Token not found in headers.",
    },
    {
      header: "x-service-workspace-auth-token",
      value: "wt_wrong",
      status: "UNAUTHENTICATED",
      message: "Invalid auth token for workspace.",
    },
    { header: "x-service-workspace-id", value: "ws_unknown", status: "NOT_FOUND", message: "Workspace not found." },
  ];
  for (const { header, value, status, message } of answers) {
    const error = await w.fails(path, {}, { headers: { [header]: value } });
    assert.deepEqual([error.status, error.message], [status, message], `${header}: ${value}`);
  }
});
