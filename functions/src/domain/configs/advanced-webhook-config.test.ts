import { expect, test } from "@jest/globals";
import {
  type AdvancedWebhookConfig,
  advancedWebhookDefaults,
  changeAdvancedWebhookConfig,
  requireAdvancedWebhooks,
} from "./advanced-webhook-config.ts";

const enabled = { ...advancedWebhookDefaults, isEnabled: true };

const cases: [
  what: string,
  stored: AdvancedWebhookConfig | undefined,
  input: Partial<AdvancedWebhookConfig>,
  after: object,
][] = [
  ["the first change enables and sets the defaults of other fields", undefined, { isEnabled: true }, enabled],
  [
    "the first change may also set other fields",
    undefined,
    { isEnabled: true, encodeData: true },
    { ...enabled, encodeData: true },
  ],
  [
    "omitted fields are kept",
    { ...enabled, encodeData: true },
    { enableDataProtection: true },
    { ...enabled, encodeData: true, enableDataProtection: true },
  ],
  ["the configuration can be disabled", enabled, { isEnabled: false }, { ...enabled, isEnabled: false }],
  [
    "a disabled configuration can be changed without enabling it",
    { ...enabled, isEnabled: false },
    { encodeData: true },
    { ...enabled, isEnabled: false, encodeData: true },
  ],
];
for (const [what, currentConfig, input, after] of cases)
  test(what, () => expect(changeAdvancedWebhookConfig(currentConfig, input)).toStrictEqual(after));

const notConfigured =
  'Advanced webhooks are not configured for this workspace. Enable them first via POST /v2/workspace/advancedwebhookconfig/update with { "isEnabled": true }.';
const disabled =
  'Advanced webhooks are disabled for this workspace. Enable them via POST /v2/workspace/advancedwebhookconfig/update with { "isEnabled": true }.';

test("a first change that does not enable is refused, and so is an empty one", () => {
  for (const input of [{ isEnabled: false }, { encodeData: true }])
    expect(() => changeAdvancedWebhookConfig(undefined, input)).toThrow(
      expect.objectContaining({
        code: "FAILED_PRECONDITION",
        message: notConfigured,
      }),
    );
  for (const currentConfig of [undefined, enabled])
    expect(() => changeAdvancedWebhookConfig(currentConfig, {})).toThrow(
      expect.objectContaining({
        code: "INVALID_ARGUMENT",
        message:
          "At least one of isEnabled, encryptData, encodeData, publicKey or enableDataProtection must be provided.",
      }),
    );
});

test("the error says whether advanced webhooks were never configured or are disabled", () => {
  expect(() => requireAdvancedWebhooks(undefined)).toThrow(
    expect.objectContaining({ code: "FAILED_PRECONDITION", message: notConfigured }),
  );
  expect(() => requireAdvancedWebhooks({ ...enabled, isEnabled: false })).toThrow(
    expect.objectContaining({
      code: "FAILED_PRECONDITION",
      message: disabled,
    }),
  );
  requireAdvancedWebhooks(enabled);
});
