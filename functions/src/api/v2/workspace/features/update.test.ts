import assert from "node:assert/strict";
import { test } from "node:test";
import { secondProcess } from "#testing/harness/second-process";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/features/update";

/** Whether an endpoint that needs advanced queries answers. */
async function canQuery(w: World): Promise<boolean> {
  const { status, body } = await w.request("/v2/organizations/get", {});
  if (status !== 200) assert.equal(body.error.status, "FAILED_PRECONDITION");
  return status === 200;
}

test("a feature is turned off and on again, the others stay as they are", async () => {
  const w = await world();
  const apiKey = w.tenant.apiKeyId;
  const features = { advancedQueries: false, activityService: true };
  const { message, data } = await w.ok(path, { apiKey, features });
  assert.equal(message, "Features updated successfully.");
  const expected = { ...features, notificationPreferences: false, advancedWebhooks: true };
  assert.deepEqual(data, { apiKey, features: expected });
  assert.deepEqual((await w.ok("/v2/workspace/features/get", { apiKey })).data, data);
  const again = await w.ok(path, { apiKey, features: { advancedQueries: true } });
  assert.deepEqual(again.data.features, { ...expected, advancedQueries: true });
});

test("a change is in force at once where it was made, and within 60 seconds elsewhere", async () => {
  const w = await world();
  const other = secondProcess(w);
  assert.deepEqual([await canQuery(w), await canQuery(other)], [true, true]);
  await w.ok(path, { apiKey: w.tenant.apiKeyId, features: { advancedQueries: false } });
  assert.deepEqual([await canQuery(w), await canQuery(other)], [false, true]);
  w.advance(60_000);
  assert.equal(await canQuery(other), false);
});

test("changes of different features at once are both kept", async () => {
  const w = await world();
  const apiKey = w.tenant.apiKeyId;
  const on = (feature: string) => w.ok(path, { apiKey, features: { [feature]: true } });
  await Promise.all([on("activityService"), on("notificationPreferences")]);
  const { features } = (await w.ok("/v2/workspace/features/get", { apiKey })).data;
  assert.deepEqual([features.activityService, features.notificationPreferences], [true, true]);
});

test("no feature, an unknown one, and a key of another workspace are refused", async () => {
  const w = await world();
  const other = await w.newTenant();
  const apiKey = w.tenant.apiKeyId;
  for (const [request, status, message] of [
    [{ apiKey, features: {} }, "INVALID_ARGUMENT", "At least one feature must be provided for update"],
    [{ apiKey, features: { search: true } }, "INVALID_ARGUMENT", "data.features must not have the field `search`."],
    [{ apiKey: other.apiKeyId, features: { activityService: true } }, "NOT_FOUND", "API key not found."],
  ] as const) {
    const error = await w.fails(path, request);
    assert.deepEqual([error.status, error.message], [status, message]);
  }
  const { features } = (await w.ok("/v2/workspace/features/get", { apiKey: other.apiKeyId }, { tenant: other })).data;
  assert.equal(features.activityService, false);
});
