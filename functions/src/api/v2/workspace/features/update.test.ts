import { expect, test } from "@jest/globals";
import { secondProcess } from "#testing/harness/processes/second-process";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/features/update";

/** Whether an endpoint that needs advanced queries answers. */
async function canQuery(w: World): Promise<boolean> {
  const { status, body } = await w.request("/v2/organizations/get", {});
  if (status !== 200) expect(body.error.status).toBe("FAILED_PRECONDITION");
  return status === 200;
}

test("a feature is turned off and on again, the others stay as they are", async () => {
  const w = await world();
  const apiKey = w.tenant.apiKeyId;
  const features = { advancedQueries: false, activityService: true };
  const { message, data } = await w.ok(path, { apiKey, features });
  expect(message).toBe("Features updated successfully.");
  const expected = { ...features, notificationPreferences: false, advancedWebhooks: true };
  expect(data).toStrictEqual({ apiKey, features: expected });
  expect((await w.ok("/v2/workspace/features/get", { apiKey })).data).toStrictEqual(data);
  const again = await w.ok(path, { apiKey, features: { advancedQueries: true } });
  expect(again.data.features).toStrictEqual({ ...expected, advancedQueries: true });
});

test("null for a feature is treated as omitted: the feature stays as it is", async () => {
  const w = await world();
  const apiKey = w.tenant.apiKeyId;
  await w.ok(path, { apiKey, features: { activityService: true } });
  const { data } = await w.ok(path, { apiKey, features: { activityService: null, notificationPreferences: true } });
  expect(data.features).toMatchObject({ activityService: true, notificationPreferences: true });
  expect((await w.ok("/v2/workspace/features/get", { apiKey })).data).toStrictEqual(data);
  expect((await w.fails(path, { apiKey, features: { activityService: null } })).message).toBe(
    "At least one feature must be provided for update",
  );
});

test("a change takes effect at once in its process, and within 60 seconds in others", async () => {
  const w = await world();
  const other = secondProcess(w);
  expect([await canQuery(w), await canQuery(other)]).toStrictEqual([true, true]);
  await w.ok(path, { apiKey: w.tenant.apiKeyId, features: { advancedQueries: false } });
  expect([await canQuery(w), await canQuery(other)]).toStrictEqual([false, true]);
  w.advance(60_000);
  expect(await canQuery(other)).toBe(false);
});

test("concurrent changes of different features are both kept", async () => {
  const w = await world();
  const apiKey = w.tenant.apiKeyId;
  const on = (feature: string) => w.ok(path, { apiKey, features: { [feature]: true } });
  await Promise.all([on("activityService"), on("notificationPreferences")]);
  const { features } = (await w.ok("/v2/workspace/features/get", { apiKey })).data;
  expect([features.activityService, features.notificationPreferences]).toStrictEqual([true, true]);
});

test("an empty change, an unknown feature and a key of another workspace are refused", async () => {
  const w = await world();
  const other = await w.newTenant();
  const apiKey = w.tenant.apiKeyId;
  for (const [request, status, message] of [
    [{ apiKey, features: {} }, "INVALID_ARGUMENT", "At least one feature must be provided for update"],
    [{ apiKey, features: { search: true } }, "INVALID_ARGUMENT", "data.features must not have the field `search`."],
    [{ apiKey: other.apiKeyId, features: { activityService: true } }, "NOT_FOUND", "API key not found."],
  ] as const) {
    const error = await w.fails(path, request);
    expect([error.status, error.message]).toStrictEqual([status, message]);
  }
  const { features } = (await w.ok("/v2/workspace/features/get", { apiKey: other.apiKeyId }, { tenant: other })).data;
  expect(features.activityService).toBe(false);
});
