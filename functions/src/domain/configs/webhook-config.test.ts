import { expect, test } from "@jest/globals";
import { standardComments } from "#testing/fixtures/configs/standard-triggers";
import { changeWebhookConfig, WebhookConfig } from "./webhook-config.ts";

const seeds = {
  enableDataProtection: false,
  triggers: {
    ...standardComments,
    "huddle.create": true,
    "huddle.join": true,
    "comment_annotation.suggestion_accept": false,
    "comment_annotation.suggestion_reject": false,
    "crdt.add": false,
    "crdt.update_data": false,
    "recorder.done": false,
  },
};

const cases: [what: string, stored: WebhookConfig, input: WebhookConfig, after: object][] = [
  [
    "the first enable seeds comments and huddles on, everything else off",
    {},
    { useWebhookService: true },
    { useWebhookService: true, webhookServiceConfig: seeds },
  ],
  [
    "the request overrides the defaults, and stored fields are kept",
    { useWebhookService: false, webhookServiceConfig: { rawNotificationUrl: "https://example.com/raw" } },
    { useWebhookService: true, webhookServiceConfig: { triggers: { "recorder.done": true } } },
    {
      useWebhookService: true,
      webhookServiceConfig: {
        ...seeds,
        rawNotificationUrl: "https://example.com/raw",
        triggers: { ...seeds.triggers, "recorder.done": true },
      },
    },
  ],
  [
    "stored triggers prevent the default triggers",
    { webhookServiceConfig: { triggers: { "comment.add": true } } },
    { useWebhookService: true },
    { useWebhookService: true, webhookServiceConfig: { triggers: { "comment.add": true } } },
  ],
  [
    "a change without enabling seeds nothing",
    {},
    { webhookServiceConfig: { encodeData: true } },
    { webhookServiceConfig: { encodeData: true } },
  ],
  [
    "the masked token, sent back, keeps the stored one",
    { webhookServiceConfig: { authToken: "token-12345678" } },
    { webhookServiceConfig: { authToken: "**********5678" } },
    { webhookServiceConfig: { authToken: "token-12345678" } },
  ],
];
for (const [what, currentConfig, input, after] of cases)
  test(what, () => expect(changeWebhookConfig(currentConfig, input)).toStrictEqual(after));

const urls: [url: string, isAccepted: boolean][] = [
  ["", true],
  ["https://example.com/hook?a=b", true],
  ["http://localhost:3000", true],
  ["ftp://example.com", false],
  ["javascript:alert(1)", false],
  ["example.com", false],
  ["https://", false],
];
for (const [url, isAccepted] of urls)
  test(`the URL "${url}" is ${isAccepted ? "accepted" : "refused"}`, () => {
    const webhookServiceConfig = { rawNotificationUrl: url, processedNotificationUrl: url };
    const { error } = WebhookConfig.safeParse({ webhookServiceConfig });
    const message = "must be a valid http(s) URL.";
    expect(error?.issues.map((issue) => issue.message) ?? []).toStrictEqual(isAccepted ? [] : [message, message]);
  });
