import { expect, test } from "@jest/globals";
import {
  activityIds,
  activityWorld,
  addActivities,
  makeImmutable,
  record,
} from "#testing/fixtures/activities/activities";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import { START, world } from "#testing/harness/world";

const path = "/v2/activities/add";
const place = { organizationId: "acme", documentId: "plan" };
const message = "Activity(s) added successfully.";

const whole = {
  id: "__proto__",
  featureType: "custom",
  actionType: "headline.update",
  actionUser: { userId: "ada", name: "Ada Lovelace", email: "ada@example.com", constructor: { a: [[1]] } },
  targetEntityId: "headline",
  targetSubEntityId: "word-1",
  changes: { constructor: { from: [[null]], to: { toString: 1 } }, title: { to: "new" }, gone: { from: false } },
  entityData: { hasOwnProperty: 1, b: 2, a: [1, [2, [3]]] },
  entityTargetData: "a text",
  displayMessageTemplate: "{{user.name}} changed {{part}}",
  displayMessageTemplateData: { user: { name: "Ada" }, part: "\ud800" },
  actionIcon: "https://example.com/icon.png",
  isActivityResolverUsed: true,
  eventType: { "the customer's": "own" },
  toString: "also",
};

test("a record with every field is returned as it was sent, with its time and place", async () => {
  const w = await activityWorld();
  expect(await w.ok(path, { ...place, activities: [whole] })).toStrictEqual({
    status: "success",
    message,
    data: { success: true, message },
  });
  const { data } = await w.ok("/v2/activities/get", { organizationId: "acme" });
  const metadata = { apiKey: w.tenant.apiKeyId, ...place };
  expect(data).toStrictEqual([{ ...whole, metadata, timestamp: START }]);
  expectWithContext(JSON.stringify(data[0]?.entityData), "the order of keys has changed").toBe(
    JSON.stringify(whole.entityData),
  );
});

test("records without an id get one each, and the caller's time and metadata are ignored", async () => {
  const w = await activityWorld();
  await addActivities(w, [record(), record({ timestamp: 1, metadata: { apiKey: "another" } })]);
  const { data } = await w.ok("/v2/activities/get", { organizationId: "acme" });
  expect(new Set(data.map(({ id }: { id: string }) => id)).size).toBe(2);
  for (const { id, timestamp, metadata } of data) {
    expect(id).toMatch(/^act_/);
    expect([timestamp, metadata.apiKey]).toStrictEqual([START, w.tenant.apiKeyId]);
  }
});

test("the time and metadata of a record, which the service sets itself, are reported as ignored", async () => {
  const w = await activityWorld();
  const activities = [record({ timestamp: 1, metadata: { apiKey: "another" }, mine: 1 })];
  const { status, headers } = await w.request(path, { ...place, activities });
  expect([status, headers["x-service-ignored-fields"]]).toStrictEqual([200, "timestamp, metadata"]);
});

test("a record with an existing id is replaced as a whole and keeps its creation time", async () => {
  const w = await activityWorld(["plan", "other"]);
  await addActivities(w, [record({ id: "a", targetEntityId: "x", entityData: 1 })]);
  w.advance(1000);
  await addActivities(w, [record({ id: "a", actionType: "comment.update" })], "other");
  const { data } = await w.ok("/v2/activities/get", { organizationId: "acme" });
  const metadata = { apiKey: w.tenant.apiKeyId, organizationId: "acme", documentId: "other" };
  expect(data).toStrictEqual([{ ...record({ id: "a", actionType: "comment.update" }), timestamp: START, metadata }]);
});

test("in immutable mode an identical record is accepted again, and different content fails the whole call", async () => {
  const w = await activityWorld();
  const first = record({ id: "a", entityData: { x: 1, y: 2 } });
  await addActivities(w, [first]);
  await makeImmutable(w);
  await addActivities(w, [record({ entityData: { y: 2, x: 1 }, id: "a" }), record({ id: "b" })]);
  const error = await w.fails(path, { ...place, activities: [record({ id: "c" }), record({ id: "a" })] });
  expect(error.status).toBe("FAILED_PRECONDITION");
  expect(error.message).toMatch(/^The activity "a" exists with different content and can't be overwritten: /);
  expect((await activityIds(w)).sort()).toStrictEqual(["a", "b"]);
});

test("500 records of one call are added, also by two concurrent calls", async () => {
  const w = await activityWorld();
  const activities = Array.from({ length: 500 }, (_, i) => record({ id: `a${i}` }));
  await Promise.all([addActivities(w, activities), addActivities(w, activities)]);
  expect((await activityIds(w)).length).toBe(500);
});

test("an invalid record is refused with its field named, and nothing is stored", async () => {
  const w = await activityWorld();
  const deep = JSON.parse(`${"[".repeat(101)}${"]".repeat(101)}`);
  const cases: [activities: object[], message: string][] = [
    [Array.from({ length: 501 }, () => record()), "data.activities must have at most 500 items."],
    [
      [record({ featureType: "huddle" })],
      "data.activities[0].featureType must be one of `comment`, `reaction`, `recorder`, `crdt`, `custom`.",
    ],
    [
      [record({ featureType: "custom" })],
      "data.activities[0].targetEntityId is required when featureType is `custom`.",
    ],
    [[record({ actionUser: {} })], "data.activities[0].actionUser.userId is required."],
    [[record({ actionType: "\ud800" })], "data.activities[0].actionType must be valid text."],
    [[record({ entityData: deep })], "data.activities[0].entityData must not nest deeper than 100 levels."],
    [[record({ own: deep })], "data.activities[0].own must not nest deeper than 100 levels."],
    [
      [record({ changes: { a: { to: deep } } })],
      "data.activities[0].changes.a.to must not nest deeper than 100 levels.",
    ],
    [[record({ id: "a" }), record({ id: "a" })], 'data.activities names "a" more than once.'],
    [
      [record(), record({ entityData: Array(60_000).fill(1e20) })],
      "data.activities[1] must not be larger than 1000000 bytes of JSON.",
    ],
  ];
  for (const [activities, expected] of cases) {
    // 1e20 has four characters in the request and 21 in JSON.
    const raw = JSON.stringify({ data: { ...place, activities } }).replaceAll("100000000000000000000", "1e20");
    const error = await w.fails(path, undefined, { raw });
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", expected]);
  }
  const raw = `{"data":{"organizationId":"acme","documentId":"plan","activities":[{"entityData":{"__proto__":1}}]}}`;
  expect((await w.fails(path, undefined, { raw })).message).toMatch(/must not have the key "__proto__"/);
  expect(await activityIds(w)).toStrictEqual([]);
});

test("a record of exactly the largest size is stored", async () => {
  const w = await activityWorld();
  const around = JSON.stringify({ actionUser: { userId: "ada" }, entityData: "" }).length;
  const largest = "x".repeat(1_000_000 - around);
  await addActivities(w, [record({ id: "a", entityData: largest })]);
  const { data } = await w.ok("/v2/activities/get", { organizationId: "acme" });
  expect(data[0].entityData).toBe(largest);
  const { message: refusal } = await w.fails(path, { ...place, activities: [record({ entityData: `${largest}x` })] });
  expect(refusal).toBe("data.activities[0] must not be larger than 1000000 bytes of JSON.");
});

test("a missing organization or document, and a key without the activity service, are refused", async () => {
  const w = await activityWorld();
  const activities = [record({ id: "a" })];
  const refusal = async (data: object) => {
    const { status, message: text } = await w.fails(path, data);
    return [status, text];
  };
  expect(await refusal({ ...place, organizationId: "none", activities })).toStrictEqual([
    "NOT_FOUND",
    "Organization does not exist.",
  ]);
  expect(await refusal({ ...place, documentId: "none", activities })).toStrictEqual([
    "NOT_FOUND",
    "Document does not exist.",
  ]);
  expect(await activityIds(w)).toStrictEqual([]);
  expect((await (await world()).fails(path, { ...place, activities })).status).toBe("FAILED_PRECONDITION");
});

test("new and changed records emit events, and a call that fails emits none", async () => {
  const w = await activityWorld();
  await addEndpoint(w, "all");
  const actionUser = { userId: "ada", name: "Ada" };
  const a = { ...record({ id: "a", targetEntityId: "t" }), actionUser: { ...actionUser, team: "core" } };
  const event = { ...place, activityId: "a", featureType: "comment", actionType: "comment.add", actionUser };
  await addActivities(w, [a, record({ id: "b" })]);
  expect(await eventsSent(w)).toStrictEqual([
    ["activity.add", { ...event, targetEntityId: "t" }],
    ["activity.add", { ...event, activityId: "b", actionUser: { userId: "ada" } }],
  ]);
  await addActivities(w, [{ ...a, targetEntityId: "u" }, record({ id: "b" })]);
  expect(await eventsSent(w)).toStrictEqual([["activity.add", { ...event, targetEntityId: "u" }]]);
  await makeImmutable(w);
  await w.fails(path, { ...place, activities: [record({ id: "c" }), a] });
  expect(await eventsSent(w)).toStrictEqual([]);
});

testRoundTrip(path, "an activity record", {
  list: "activities",
  id: "id",
  beside: place,
  fit: (item) => ({ ...item, targetEntityId: item.targetEntityId ?? "headline" }),
  before: (w) => addDocuments(w, ["plan"]),
  read: reading("/v2/activities/get", place),
  owned: ["timestamp", "metadata"],
  unread: ["timestamp", "metadata"],
});
