import { expect, test } from "@jest/globals";
import { standardComments } from "#testing/fixtures/configs/standard-triggers";
import { expectWithContext } from "#testing/harness/jest/context";
import { changeNotificationConfig, NotificationConfig } from "./notification-config.ts";

const triggers = {
  comment: standardComments,
  huddle: { "huddle.create": true, "huddle.join": true },
};

const cases: [what: string, stored: NotificationConfig, input: NotificationConfig, after: object][] = [
  [
    "the first enable seeds triggers and nothing else",
    {},
    { useNotificationService: true },
    { useNotificationService: true, notificationServiceConfig: { triggers } },
  ],
  [
    "the request overrides the seeded triggers",
    {},
    { useNotificationService: true, notificationServiceConfig: { triggers: { comment: { "comment.add": false } } } },
    {
      useNotificationService: true,
      notificationServiceConfig: { triggers: { ...triggers, comment: { ...triggers.comment, "comment.add": false } } },
    },
  ],
  [
    "the first enable keeps stored fields",
    { notificationServiceConfig: { delayConfig: { isEnabled: true, delaySeconds: 60 } } },
    { useNotificationService: true },
    {
      useNotificationService: true,
      notificationServiceConfig: { triggers, delayConfig: { isEnabled: true, delaySeconds: 60 } },
    },
  ],
  [
    "a stored trigger of either group prevents the default triggers",
    { notificationServiceConfig: { triggers: { huddle: { "huddle.join": false } } } },
    { useNotificationService: true },
    { useNotificationService: true, notificationServiceConfig: { triggers: { huddle: { "huddle.join": false } } } },
  ],
  [
    "triggers alone, without enabling, seed nothing",
    {},
    { notificationServiceConfig: { triggers: { comment: { "comment.add": true } } } },
    { notificationServiceConfig: { triggers: { comment: { "comment.add": true } } } },
  ],
  [
    "a change of one number leaves its siblings unchanged",
    {
      useNotificationService: true,
      notificationServiceConfig: {
        batchConfig: { document: { isEnabled: true, maxActivities: 5 }, user: { maxActivities: 7 } },
      },
    },
    { notificationServiceConfig: { batchConfig: { document: { maxActivities: 6 } } } },
    {
      useNotificationService: true,
      notificationServiceConfig: {
        batchConfig: { document: { isEnabled: true, maxActivities: 6 }, user: { maxActivities: 7 } },
      },
    },
  ],
];
for (const [what, currentConfig, input, after] of cases)
  test(what, () => expect(changeNotificationConfig(currentConfig, input)).toStrictEqual(after));

const batch = (field: string, value: unknown) => [{ document: { [field]: value } }, { user: { [field]: value } }];
const ranges: [name: string, configs: (value: unknown) => object[], min: number, max: number][] = [
  ["delayConfig.delaySeconds", (delaySeconds) => [{ delayConfig: { delaySeconds } }], 10, 15_552_000],
  [
    "batchConfig.*.batchWindowSeconds",
    (value) => batch("batchWindowSeconds", value).map((batchConfig) => ({ batchConfig })),
    10,
    604_800,
  ],
  [
    "batchConfig.*.maxActivities",
    (value) => batch("maxActivities", value).map((batchConfig) => ({ batchConfig })),
    2,
    50,
  ],
];
for (const [name, configs, min, max] of ranges)
  test(`${name} is a whole number from ${min} to ${max}`, () => {
    const accepts = (value: unknown) =>
      configs(value).map(
        (notificationServiceConfig) => NotificationConfig.safeParse({ notificationServiceConfig }).success,
      );
    for (const value of [min, min + 1, max - 1, max])
      expectWithContext(accepts(value).every(Boolean), `${value} is refused`).toBe(true);
    for (const value of [min - 1, max + 1, min + 0.5, 0, -min, `${min}`, null, Number.NaN, Number.POSITIVE_INFINITY])
      expectWithContext(accepts(value).some(Boolean), `${value} is accepted`).toBe(false);
  });

test("a trigger is accepted only in its own group", () => {
  const refusal = (input: object) =>
    NotificationConfig.safeParse({ notificationServiceConfig: { triggers: input } }).error?.issues[0]?.path.slice(2);
  expect(refusal({ comment: { "huddle.join": true } })).toStrictEqual(["comment", "huddle.join"]);
  expect(refusal({ huddle: { "comment.add": true } })).toStrictEqual(["huddle", "comment.add"]);
  expect(refusal({ comment: { "comment_annotation.suggestion_accept": true }, huddle: {} })).toBeUndefined();
});
