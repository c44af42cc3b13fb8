import assert from "node:assert/strict";
import { test } from "node:test";
import { commentGroups } from "#domain/events/types";
import { orElse, triggers } from "#testing/fixtures/configs/written";
import { readingOne, testRoundTrip } from "#testing/harness/round-trip";
import { dump } from "#testing/harness/store-dump";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/notificationconfig/update";

test("the first enable seeds triggers and writes neither delay nor batches", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { useNotificationService: true });
  assert.equal(message, "Notification configuration updated successfully.");
  assert.equal(data.useNotificationService, true);
  assert.deepEqual(Object.keys(data.notificationServiceConfig), ["triggers"]);
  const { comment, huddle } = data.notificationServiceConfig.triggers;
  assert.equal(Object.keys(comment).length, 9);
  assert.equal(comment["comment.add"], true);
  assert.deepEqual(huddle, { "huddle.create": true, "huddle.join": true });
});

test("every field comes back as it was sent", async () => {
  const w = await world();
  const request = {
    useNotificationService: true,
    notificationServiceConfig: {
      triggers: { comment: { "comment.add": false }, huddle: { "huddle.join": true } },
      delayConfig: { isEnabled: true, delaySeconds: 15_552_000 },
      batchConfig: {
        document: { isEnabled: true, batchWindowSeconds: 10, maxActivities: 2 },
        user: { isEnabled: false, batchWindowSeconds: 604_800, maxActivities: 50 },
      },
    },
  };
  const { notificationServiceConfig } = request;
  // Without enabling, so that nothing is seeded between.
  assert.deepEqual((await w.ok(path, { notificationServiceConfig })).data, {
    ...request,
    useNotificationService: false,
  });
  assert.deepEqual((await w.ok(path, { useNotificationService: true })).data, request);
  assert.deepEqual((await w.ok("/v2/workspace/notificationconfig/get", {})).data, request);
});

test("a number changes and its neighbours stay", async () => {
  const w = await world();
  const delay = (delayConfig: object) => ({ notificationServiceConfig: { delayConfig } });
  await w.ok(path, delay({ isEnabled: true, delaySeconds: 10 }));
  const { data } = await w.ok(path, delay({ delaySeconds: 20 }));
  assert.deepEqual(data.notificationServiceConfig, { delayConfig: { isEnabled: true, delaySeconds: 20 } });
});

const at = "data.notificationServiceConfig";
const config = (notificationServiceConfig: object) => ({ notificationServiceConfig });
const batch = (batchConfig: object) => config({ batchConfig });
const refused: [request: object, message: string][] = [
  [{}, "At least one of useNotificationService or notificationServiceConfig must be provided"],
  [config({ delayConfig: { delaySeconds: 9 } }), `${at}.delayConfig.delaySeconds must be at least 10.`],
  [config({ delayConfig: { delaySeconds: 15_552_001 } }), `${at}.delayConfig.delaySeconds must be at most 15552000.`],
  [config({ delayConfig: { delaySeconds: 10.5 } }), `${at}.delayConfig.delaySeconds must be a whole number.`],
  [
    batch({ document: { batchWindowSeconds: 9 } }),
    `${at}.batchConfig.document.batchWindowSeconds must be at least 10.`,
  ],
  [
    batch({ user: { batchWindowSeconds: 604_801 } }),
    `${at}.batchConfig.user.batchWindowSeconds must be at most 604800.`,
  ],
  [batch({ document: { maxActivities: 1 } }), `${at}.batchConfig.document.maxActivities must be at least 2.`],
  [batch({ user: { maxActivities: 51 } }), `${at}.batchConfig.user.maxActivities must be at most 50.`],
  [config({ triggers: { comment: { "x.y": true } } }), `${at}.triggers.comment["x.y"] is not an event type.`],
  [
    config({ triggers: { huddle: { "comment.add": true } } }),
    `${at}.triggers.huddle["comment.add"] is an event type that can't be switched here.`,
  ],
];
for (const [request, message] of refused)
  test(`${JSON.stringify(request)} is refused and nothing is stored`, async () => {
    const w = await world();
    const before = await dump(w.context.store);
    const error = await w.fails(path, request);
    assert.deepEqual([error.status, error.message], ["INVALID_ARGUMENT", message]);
    assert.deepEqual(await dump(w.context.store), before);
  });

testRoundTrip(path, "a notification configuration", {
  fields: { comment: triggers(...commentGroups), huddle: triggers("huddle") },
  fit: orElse({ useNotificationService: false }),
  read: readingOne("/v2/workspace/notificationconfig/get"),
});
