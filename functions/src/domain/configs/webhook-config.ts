import * as z from "zod";
import {
  commentGroups,
  eventTypesOf,
  huddleTriggers,
  optInTriggers,
  standardCommentTriggers,
} from "#domain/events/types";
import { PublicKey } from "#platform/shapes/rsa-public-key";
import { UrlOrNone } from "#platform/shapes/url";
import { type ConfigChange, changeOf } from "./config-change.ts";
import { Secret } from "./fields.ts";
import { mergeConfig } from "./merge-config.ts";
import { unmaskConfig } from "./secrets.ts";
import { hasTriggers, triggersOf, triggersSetTo } from "./triggers.ts";

/** URLs and format of basic webhooks (docs/behaviour.md#basic-webhook-configuration). */
export const WebhookServiceConfig = z
  .object({
    /** Sent as `Authorization: Basic …`: encrypted at rest, masked in every reply. */
    authToken: Secret,
    rawNotificationUrl: UrlOrNone,
    processedNotificationUrl: UrlOrNone,
    encodeData: z.boolean(),
    encryptData: z.boolean(),
    publicKey: PublicKey,
    enableDataProtection: z.boolean(),
    triggers: triggersOf([...commentGroups, "huddle", "crdt", "recorder"]),
  })
  .partial();

/** Configuration of basic webhooks, as stored. */
export const WebhookConfig = z
  .object({ useWebhookService: z.boolean(), webhookServiceConfig: WebhookServiceConfig })
  .partial();
export type WebhookConfig = z.infer<typeof WebhookConfig>;

/** A change of the configuration of basic webhooks. */
export const WebhookConfigChange = changeOf(WebhookConfig);
export type WebhookConfigChange = ConfigChange<WebhookConfig>;

/** Defaults that readers get if nothing is stored. */
export const webhookDefaults: Required<WebhookConfig> = {
  useWebhookService: false,
  webhookServiceConfig: { authToken: "", rawNotificationUrl: "", processedNotificationUrl: "" },
};

/** The configuration after a change. Enabling it fills in the defaults when no triggers are stored. */
export function changeWebhookConfig(currentConfig: WebhookConfig, request: WebhookConfigChange): WebhookConfig {
  const change = unmaskConfig("webhook", currentConfig, request);
  const isFirst = change.useWebhookService === true && !hasTriggers(currentConfig.webhookServiceConfig?.triggers);
  return mergeConfig<WebhookConfig>(isFirst ? { webhookServiceConfig: seeds() } : {}, currentConfig, change);
}

/** Default triggers: comments and huddles are on; frequent events (CRDT, recorder) and opt-in events are off. */
function seeds(): WebhookConfig["webhookServiceConfig"] {
  return {
    enableDataProtection: false,
    triggers: {
      ...triggersSetTo([...standardCommentTriggers, ...huddleTriggers], true),
      ...triggersSetTo([...optInTriggers, ...eventTypesOf(["crdt", "recorder"])], false),
    },
  };
}
