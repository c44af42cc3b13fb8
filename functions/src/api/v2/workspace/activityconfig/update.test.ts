import assert from "node:assert/strict";
import { test } from "node:test";
import { commentGroups } from "#domain/events/types";
import { orElse, triggers } from "#testing/fixtures/configs/written";
import { readingOne, testRoundTrip } from "#testing/harness/round-trip";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/workspace/activityconfig/update";

/** The switch as the console shows it. */
async function feature(w: World): Promise<boolean> {
  const { data } = await w.ok("/v2/workspace/features/get", { apiKey: w.tenant.apiKeyId });
  return data.features.activityService;
}

test("the first enable seeds triggers, immutability and the time, and turns the feature on", async () => {
  const w = await world();
  assert.equal(await feature(w), false);
  const { message, data } = await w.ok(path, { activityServiceConfig: { isEnabled: true } });
  assert.equal(message, "Activity logs configuration updated successfully.");
  const { triggers, ...rest } = data.activityServiceConfig;
  assert.deepEqual(rest, { isEnabled: true, immutable: true, enabledTime: START });
  assert.equal(Object.keys(triggers.comment).length, 11);
  assert.equal(triggers.comment["comment_annotation.suggestion_accept"], true);
  assert.equal(await feature(w), true);
  assert.deepEqual((await w.ok("/v2/workspace/activityconfig/get", {})).data, data);
});

test("the switch works at once where it is turned", async () => {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const query = () => w.request("/v2/activities/get", { organizationId: "acme" });
  assert.equal((await query()).status, 400);
  await w.ok(path, { activityServiceConfig: { isEnabled: true } });
  assert.equal((await query()).status, 200);
  await w.ok(path, { activityServiceConfig: { isEnabled: false } });
  assert.equal((await query()).status, 400);
});

test("every field comes back as it was sent, and what is left out stays", async () => {
  const w = await world();
  const activityServiceConfig = {
    isEnabled: false,
    immutable: false,
    enabledTime: 1_700_000_000_000,
    triggers: { comment: { "comment.add": true, "comment_annotation.assign": false } },
  };
  assert.deepEqual((await w.ok(path, { activityServiceConfig })).data, { activityServiceConfig });
  const { data } = await w.ok(path, { activityServiceConfig: { immutable: true } });
  assert.deepEqual(data, { activityServiceConfig: { ...activityServiceConfig, immutable: true } });
  const on = await w.ok(path, { activityServiceConfig: { isEnabled: true } });
  assert.deepEqual(on.data, { activityServiceConfig: { ...activityServiceConfig, immutable: true, isEnabled: true } });
});

test("turned on twice at once it is seeded once", async () => {
  const w = await world();
  const on = { activityServiceConfig: { isEnabled: true } };
  const [one, two] = await Promise.all([w.ok(path, on), w.ok(path, on)]);
  assert.deepEqual(one.data, two.data);
  assert.equal(await feature(w), true);
});

test("an empty change, an unknown trigger and a wrong time are refused", async () => {
  const w = await world();
  const at = "data.activityServiceConfig";
  for (const [activityServiceConfig, message] of [
    [{}, "At least one field must be provided for update"],
    [undefined, `${at} is required.`],
    [{ triggers: { comment: { added: true } } }, `${at}.triggers.comment.added is not an event type.`],
    [{ enabledTime: -1 }, `${at}.enabledTime must be at least 0.`],
  ] as const) {
    const error = await w.fails(path, { activityServiceConfig });
    assert.deepEqual([error.status, error.message], ["INVALID_ARGUMENT", message]);
  }
  assert.equal(await feature(w), false);
});

testRoundTrip(path, "an activity configuration", {
  fields: { comment: triggers(...commentGroups) },
  fit: ({ activityServiceConfig }) => ({
    activityServiceConfig: orElse({ immutable: false })(activityServiceConfig),
  }),
  read: readingOne("/v2/workspace/activityconfig/get"),
});
