import { expect, test } from "@jest/globals";
import { commentGroups } from "#domain/events/types";
import { orElse, triggers } from "#testing/fixtures/configs/written";
import { readingOne, testRoundTrip } from "#testing/harness/properties/round-trip";
import { dump } from "#testing/harness/store/store-dump";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/notificationconfig/update";

test("enabling it for the first time sets the triggers, but neither delay nor batches", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { useNotificationService: true });
  expect(message).toBe("Notification configuration updated successfully.");
  expect(data.useNotificationService).toBe(true);
  expect(Object.keys(data.notificationServiceConfig)).toStrictEqual(["triggers"]);
  const { comment, huddle } = data.notificationServiceConfig.triggers;
  expect(Object.keys(comment).length).toBe(9);
  expect(comment["comment.add"]).toBe(true);
  expect(huddle).toStrictEqual({ "huddle.create": true, "huddle.join": true });
});

for (const [triggers, name] of [
  [{ comments: {} }, "comments"],
  [{ crdt: { "crdt.update_data": true } }, "crdt"],
] as const)
  test(`the unknown trigger group ${name} is refused by its name`, async () => {
    const w = await world();
    const error = await w.fails(path, { notificationServiceConfig: { triggers } });
    expect([error.status, error.message]).toStrictEqual([
      "INVALID_ARGUMENT",
      `data.notificationServiceConfig.triggers must not have the field \`${name}\`.`,
    ]);
  });

test("every field is returned as it was sent", async () => {
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
  // Without enabling, so that no defaults are set in between.
  expect((await w.ok(path, { notificationServiceConfig })).data).toStrictEqual({
    ...request,
    useNotificationService: false,
  });
  expect((await w.ok(path, { useNotificationService: true })).data).toStrictEqual(request);
  expect((await w.ok("/v2/workspace/notificationconfig/get", {})).data).toStrictEqual(request);
});

test("one number changes and the others stay", async () => {
  const w = await world();
  const delay = (delayConfig: object) => ({ notificationServiceConfig: { delayConfig } });
  await w.ok(path, delay({ isEnabled: true, delaySeconds: 10 }));
  const { data } = await w.ok(path, delay({ delaySeconds: 20 }));
  expect(data.notificationServiceConfig).toStrictEqual({ delayConfig: { isEnabled: true, delaySeconds: 20 } });
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
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
    expect(await dump(w.context.store)).toStrictEqual(before);
  });

testRoundTrip(path, "a notification configuration", {
  fields: { comment: triggers(...commentGroups), huddle: triggers("huddle") },
  nullRemoves: true,
  fit: orElse({ useNotificationService: false }),
  read: readingOne("/v2/workspace/notificationconfig/get"),
});
