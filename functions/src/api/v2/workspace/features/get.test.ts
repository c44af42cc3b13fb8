import { expect, test } from "@jest/globals";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/features/get";

test("a new key has advanced queries and webhooks, and no other feature", async () => {
  const w = await world();
  const apiKey = w.tenant.apiKeyId;
  const { message, data } = await w.ok(path, { apiKey });
  expect(message).toBe("Features retrieved successfully.");
  const features = {
    advancedQueries: true,
    activityService: false,
    notificationPreferences: false,
    advancedWebhooks: true,
  };
  expect(data).toStrictEqual({ apiKey, features });
});

test("an unknown key and a key of another workspace get the same answer", async () => {
  const w = await world();
  const other = await w.newTenant();
  for (const apiKey of ["ak_unknown", other.apiKeyId]) {
    const error = await w.fails(path, { apiKey });
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "API key not found."]);
  }
});
