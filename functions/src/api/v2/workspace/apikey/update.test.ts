import { expect, test } from "@jest/globals";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/apikey/update";

test("a key is renamed wherever it is listed, and nothing else of it changes", async () => {
  const w = await world();
  const apiKey = w.tenant.apiKeyId;
  const before = await w.context.store.get(`apiKeys/${apiKey}`);
  const result = await w.ok(path, { apiKey, apiKeyName: " Docs " });
  expect(result).toStrictEqual({ status: "success", message: "API key updated successfully.", data: null });
  const renamed = { id: apiKey, apiKeyName: "Docs", type: "testing" };
  expect((await w.ok("/v2/workspace/get", {})).data.apiKeyList).toStrictEqual({ [apiKey]: renamed });
  expect((await w.ok("/v2/workspace/apikeys/get", {})).data).toStrictEqual([renamed]);
  const after = await w.context.store.get(`apiKeys/${apiKey}`);
  expect(after?.data).toStrictEqual({ ...before?.data, apiKeyName: "Docs" });
});

test("an unknown key and one of another workspace get the same answer, and nothing changes", async () => {
  const w = await world();
  const other = await w.newTenant();
  for (const apiKey of ["ak_unknown", other.apiKeyId]) {
    const error = await w.fails(path, { apiKey, apiKeyName: "Taken" });
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "API key not found."]);
  }
  for (const tenant of [w.tenant, other]) {
    const { data } = await w.ok("/v2/workspace/apikeys/get", {}, { tenant });
    expect(JSON.stringify(data)).not.toContain("Taken");
  }
});

test("a name of 1 to 200 characters is required", async () => {
  const w = await world();
  const apiKey = w.tenant.apiKeyId;
  for (const [apiKeyName, message] of [
    [undefined, "data.apiKeyName is required."],
    [" ", "data.apiKeyName must not be empty."],
    ["x".repeat(201), "data.apiKeyName must have at most 200 characters."],
  ])
    expect((await w.fails(path, { apiKey, apiKeyName })).message).toBe(message);
});
