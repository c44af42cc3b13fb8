import { expect, test } from "@jest/globals";
import { standardComments } from "#testing/fixtures/configs/standard-triggers";
import { type ActivityConfig, type ActivityConfigChange, changeActivityConfig } from "./activity-config.ts";

const NOW = 1_767_600_000_000;
const comment = {
  ...standardComments,
  "comment_annotation.suggestion_accept": true,
  "comment_annotation.suggestion_reject": true,
};
const seeded = { isEnabled: true, enabledTime: NOW, immutable: false, triggers: { comment } };

const cases: [what: string, stored: ActivityConfig, input: ActivityConfigChange, after: object][] = [
  ["the first enable seeds triggers, the time and immutable: false", { isEnabled: false }, { isEnabled: true }, seeded],
  [
    "enabling seeds the defaults even if isEnabled is already true, as set by the console",
    { isEnabled: true },
    { isEnabled: true },
    seeded,
  ],
  [
    "the request overrides the defaults",
    { isEnabled: false },
    { isEnabled: true, immutable: true, enabledTime: 5, triggers: { comment: { "comment.add": false } } },
    {
      isEnabled: true,
      immutable: true,
      enabledTime: 5,
      triggers: { comment: { ...comment, "comment.add": false } },
    },
  ],
  [
    "the first enable keeps stored fields",
    { isEnabled: false, immutable: true },
    { isEnabled: true },
    { ...seeded, immutable: true },
  ],
  [
    "turning off and on again seeds nothing",
    { ...seeded, isEnabled: false, enabledTime: 7 },
    { isEnabled: true },
    { ...seeded, enabledTime: 7 },
  ],
  [
    "a change without enabling seeds nothing",
    { isEnabled: false },
    { immutable: true },
    { isEnabled: false, immutable: true },
  ],
  [
    "a change is merged into the stored configuration, trigger by trigger",
    seeded,
    { triggers: { comment: { "comment.add": false } } },
    { ...seeded, triggers: { comment: { ...comment, "comment.add": false } } },
  ],
];
for (const [what, currentConfig, input, after] of cases)
  test(what, () => expect(changeActivityConfig(currentConfig, input, NOW)).toStrictEqual(after));

test("an empty change is refused", () => {
  expect(() => changeActivityConfig({ isEnabled: false }, {}, NOW)).toThrow(
    expect.objectContaining({
      code: "INVALID_ARGUMENT",
      message: "At least one field must be provided for update",
    }),
  );
});
