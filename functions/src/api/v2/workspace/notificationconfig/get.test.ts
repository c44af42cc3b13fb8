import { expect, test } from "@jest/globals";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/notificationconfig/get";
const noBatch = { isEnabled: false, batchWindowSeconds: 10, maxActivities: 2 };

test("a key that was never configured has the defaults", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  expect(message).toBe("Notification configuration retrieved successfully.");
  expect(data).toStrictEqual({
    useNotificationService: false,
    notificationServiceConfig: {
      triggers: { comment: {}, huddle: {} },
      delayConfig: { isEnabled: false, delaySeconds: 10 },
      batchConfig: { document: noBatch, user: noBatch },
    },
  });
});

test("stored values override the defaults", async () => {
  const w = await world();
  await w.ok("/v2/workspace/notificationconfig/update", {
    notificationServiceConfig: {
      triggers: { huddle: { "huddle.join": false } },
      batchConfig: { user: { maxActivities: 50 } },
    },
  });
  expect((await w.ok(path, {})).data.notificationServiceConfig).toStrictEqual({
    triggers: { comment: {}, huddle: { "huddle.join": false } },
    delayConfig: { isEnabled: false, delaySeconds: 10 },
    batchConfig: { document: noBatch, user: { ...noBatch, maxActivities: 50 } },
  });
});
