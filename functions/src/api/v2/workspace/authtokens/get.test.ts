import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/authtokens/get";

test("the tokens of a key are listed as they were issued", async () => {
  const w = await world();
  const apiKey = w.tenant.apiKeyId;
  const { message, data } = await w.ok(path, { apiKey });
  expect(message).toBe("Auth tokens retrieved successfully.");
  const authTokens = [{ token: w.tenant.authToken, name: "Default Auth Token", domains: [] }];
  expect(data).toStrictEqual({ apiKey, authTokens });
});

test("an unknown key, a key of another workspace and an invalid key id get the same answer", async () => {
  const w = await world();
  const other = await w.newTenant();
  for (const apiKey of ["ak_unknown", other.apiKeyId, "../workspaces", "__proto__"]) {
    const error = await w.fails(path, { apiKey });
    expectWithContext([error.http, error.status, error.message], apiKey).toStrictEqual([
      404,
      "NOT_FOUND",
      "API key not found.",
    ]);
  }
});

test("the key's own credentials can't list its tokens", async () => {
  const w = await world();
  const headers = { "x-service-workspace-id": undefined, "x-service-workspace-auth-token": undefined };
  const error = await w.fails(path, { apiKey: w.tenant.apiKeyId }, { headers });
  expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", "Workspace ID not found in headers."]);
});
