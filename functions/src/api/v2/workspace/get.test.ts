import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/get";

test("the workspace is returned with its owner, its auth token and its one testing key", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  expect(message).toBe("Workspace retrieved successfully");
  expect(data.id).toBe(w.tenant.workspaceId);
  expect(data.authToken).toBe(w.tenant.workspaceToken);
  expect(data.owner.email).toBe("ada@example.com");
  expect(data.apiKeyList).toStrictEqual({
    [w.tenant.apiKeyId]: { id: w.tenant.apiKeyId, apiKeyName: "Ada Test API Key", type: "testing" },
  });
});

test("each missing or wrong credential has its own error", async () => {
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
    // The header of an API key's token would replace the workspace's.
    const error = await w.fails(path, {}, { headers: { "x-service-auth-token": undefined, [header]: value } });
    expectWithContext([error.status, error.message], `${header}: ${value}`).toStrictEqual([status, message]);
  }
});

test("the workspace's token is also read from the header of an API key's token, when its own header is missing", async () => {
  const w = await world();
  const { workspaceToken, authToken } = w.tenant;
  const own = "x-service-workspace-auth-token";
  const moved = { [own]: undefined, "x-service-auth-token": workspaceToken };
  expect((await w.ok(path, {}, { headers: moved })).data.id).toBe(w.tenant.workspaceId);
  const wrong = { [own]: "wt_wrong", "x-service-auth-token": workspaceToken };
  expect((await w.fails(path, {}, { headers: wrong })).status).toBe("UNAUTHENTICATED");
  const ofApiKey = { [own]: undefined, "x-service-auth-token": authToken };
  expect((await w.fails(path, {}, { headers: ofApiKey })).status).toBe("UNAUTHENTICATED");
});
