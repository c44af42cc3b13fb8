import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/notificationconfig/get";
const noBatch = { isEnabled: false, batchWindowSeconds: 10, maxActivities: 2 };

test("a key that was never configured has the defaults", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  assert.equal(message, "Notification configuration retrieved successfully.");
  assert.deepEqual(data, {
    useNotificationService: false,
    notificationServiceConfig: {
      triggers: { comment: {}, huddle: {} },
      delayConfig: { isEnabled: false, delaySeconds: 10 },
      batchConfig: { document: noBatch, user: noBatch },
    },
  });
});

test("what was stored lies over the defaults", async () => {
  const w = await world();
  await w.ok("/v2/workspace/notificationconfig/update", {
    notificationServiceConfig: {
      triggers: { huddle: { "huddle.join": false } },
      batchConfig: { user: { maxActivities: 50 } },
    },
  });
  assert.deepEqual((await w.ok(path, {})).data.notificationServiceConfig, {
    triggers: { comment: {}, huddle: { "huddle.join": false } },
    delayConfig: { isEnabled: false, delaySeconds: 10 },
    batchConfig: { document: noBatch, user: { ...noBatch, maxActivities: 50 } },
  });
});
