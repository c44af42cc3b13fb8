import { expect, test } from "@jest/globals";
import { commentGroups } from "#domain/events/types";
import { record } from "#testing/fixtures/activities/activities";
import { orElse, triggers } from "#testing/fixtures/configs/written";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { readingOne, testRoundTrip } from "#testing/harness/properties/round-trip";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/workspace/activityconfig/update";

/** The switch as the console shows it. */
async function feature(w: World): Promise<boolean> {
  const { data } = await w.ok("/v2/workspace/features/get", { apiKey: w.tenant.apiKeyId });
  return data.features.activityService;
}

test("enabling it for the first time sets the default triggers and the time, makes records mutable, and turns the feature on", async () => {
  const w = await world();
  expect(await feature(w)).toBe(false);
  const { message, data } = await w.ok(path, { activityServiceConfig: { isEnabled: true } });
  expect(message).toBe("Activity logs configuration updated successfully.");
  const { triggers, ...rest } = data.activityServiceConfig;
  expect(rest).toStrictEqual({ isEnabled: true, enabledTime: START, immutable: false });
  expect(Object.keys(triggers.comment).length).toBe(11);
  expect(triggers.comment["comment_annotation.suggestion_accept"]).toBe(true);
  expect(await feature(w)).toBe(true);
  expect((await w.ok("/v2/workspace/activityconfig/get", {})).data).toStrictEqual(data);
});

test("records can be overwritten, updated and deleted by default, but not if they are immutable", async () => {
  const w = await world();
  const place = { organizationId: "acme", documentId: "plan" };
  await addDocuments(w, ["plan"]);
  await w.ok(path, { activityServiceConfig: { isEnabled: true } });
  for (const entityData of ["first", "second"])
    await w.ok("/v2/activities/add", { ...place, activities: [record({ id: "a", entityData })] });
  await w.ok("/v2/activities/update", { organizationId: "acme", activities: [{ id: "a", actionIcon: "pen" }] });
  const { data } = await w.ok("/v2/activities/get", { organizationId: "acme" });
  expect(data).toMatchObject([{ id: "a", entityData: "second", actionIcon: "pen" }]);
  await w.ok(path, { activityServiceConfig: { immutable: true } });
  const changed = { ...place, activities: [record({ id: "a", entityData: "third" })] };
  expect((await w.fails("/v2/activities/add", changed)).status).toBe("FAILED_PRECONDITION");
});

test("the switch takes effect at once in the process that changes it", async () => {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const query = () => w.request("/v2/activities/get", { organizationId: "acme" });
  expect((await query()).status).toBe(400);
  await w.ok(path, { activityServiceConfig: { isEnabled: true } });
  expect((await query()).status).toBe(200);
  await w.ok(path, { activityServiceConfig: { isEnabled: false } });
  expect((await query()).status).toBe(400);
});

test("every field is returned as it was sent, and fields that are left out stay", async () => {
  const w = await world();
  const activityServiceConfig = {
    isEnabled: false,
    immutable: false,
    enabledTime: 1_700_000_000_000,
    triggers: { comment: { "comment.add": true, "comment_annotation.assign": false } },
  };
  expect((await w.ok(path, { activityServiceConfig })).data).toStrictEqual({ activityServiceConfig });
  const { data } = await w.ok(path, { activityServiceConfig: { immutable: true } });
  expect(data).toStrictEqual({ activityServiceConfig: { ...activityServiceConfig, immutable: true } });
  const on = await w.ok(path, { activityServiceConfig: { isEnabled: true } });
  expect(on.data).toStrictEqual({
    activityServiceConfig: { ...activityServiceConfig, immutable: true, isEnabled: true },
  });
});

test("enabling it twice concurrently sets the defaults once", async () => {
  const w = await world();
  const on = { activityServiceConfig: { isEnabled: true } };
  const [one, two] = await Promise.all([w.ok(path, on), w.ok(path, on)]);
  expect(one.data).toStrictEqual(two.data);
  expect(await feature(w)).toBe(true);
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
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
  expect(await feature(w)).toBe(false);
});

testRoundTrip(path, "an activity configuration", {
  fields: { comment: triggers(...commentGroups) },
  nullRemoves: true,
  fit: ({ activityServiceConfig }) => ({
    activityServiceConfig: orElse({ immutable: false })(activityServiceConfig),
  }),
  read: readingOne("/v2/workspace/activityconfig/get"),
});
