import { expect, test } from "@jest/globals";
import { activityWorld, addActivities, makeImmutable, record } from "#testing/fixtures/activities/activities";
import type { World } from "#testing/harness/world";

const path = "/v2/activities/update";

const first = async (w: World) => (await w.ok("/v2/activities/get", { organizationId: "acme" })).data[0];

test("fields in the request replace the stored ones, and all others stay", async () => {
  const w = await activityWorld();
  const changes = { title: { from: 1, to: 2 } };
  await addActivities(w, [record({ id: "a", changes, entityData: { x: 1 }, actionIcon: "pen", own: true })]);
  const before = await first(w);
  w.advance(1000);
  const change = {
    changes: { constructor: { to: null } },
    entityData: { y: [[1]] },
    entityTargetData: null,
    displayMessageTemplate: "{{who}}",
    displayMessageTemplateData: { who: "Ada" },
  };
  const { message, data } = await w.ok(path, {
    organizationId: "acme",
    activities: [
      { id: "a", ...change, actionType: "not.changeable" },
      { id: "__proto__", entityData: 1 },
    ],
  });
  expect(message).toBe("Activity(s) updated successfully.");
  expect(Object.entries(data)).toStrictEqual([
    ["a", { success: true, id: "a", message: "Activity updated." }],
    ["__proto__", { success: false, id: "__proto__", message: "Failed to update activity.", code: "not-found" }],
  ]);
  expect(await first(w)).toStrictEqual({ ...before, ...change });
});

test("two concurrent changes of different fields both take effect", async () => {
  const w = await activityWorld();
  await addActivities(w, [record({ id: "a" })]);
  const change = (fields: object) => w.ok(path, { organizationId: "acme", activities: [{ id: "a", ...fields }] });
  await Promise.all([change({ actionIcon: "pen" }), change({ entityData: 7 })]);
  const { actionIcon, entityData } = await first(w);
  expect([actionIcon, entityData]).toStrictEqual(["pen", 7]);
});

test("a record that would become too large fails on its own and is unchanged", async () => {
  const w = await activityWorld();
  await addActivities(w, [record({ id: "a", entityData: "x".repeat(600_000) }), record({ id: "b" })]);
  const { data } = await w.ok(path, {
    organizationId: "acme",
    activities: [
      { id: "a", entityTargetData: "x".repeat(600_000) },
      { id: "b", actionIcon: "pen" },
    ],
  });
  expect(data.a).toStrictEqual({
    success: false,
    id: "a",
    message: 'Activity "a" must not be larger than 1000000 bytes of JSON.',
    code: "invalid-argument",
  });
  expect(data.b.success).toBe(true);
});

test("immutable records are not updated", async () => {
  const w = await activityWorld();
  await addActivities(w, [record({ id: "a" })]);
  await makeImmutable(w);
  const before = await first(w);
  const error = await w.fails(path, { organizationId: "acme", activities: [{ id: "a", actionIcon: "pen" }] });
  expect(error.status).toBe("FAILED_PRECONDITION");
  expect(error.message).toMatch(/^Activities can't be changed or deleted: .* immutable/);
  expect(await first(w)).toStrictEqual(before);
});

test("a missing organization, a repeated record and 501 records are refused", async () => {
  const w = await activityWorld();
  const refusal = async (data: object) => (await w.fails(path, { organizationId: "acme", ...data })).message;
  expect(await refusal({ organizationId: "none", activities: [{ id: "a" }] })).toBe("Organization does not exist.");
  expect(await refusal({ activities: [{ id: "a" }, { id: "a" }] })).toBe('data.activities names "a" more than once.');
  const many = Array.from({ length: 501 }, (_, i) => ({ id: `a${i}` }));
  expect(await refusal({ activities: many })).toBe("data.activities must have at most 500 items.");
});
