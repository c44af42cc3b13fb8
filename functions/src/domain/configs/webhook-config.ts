import * as z from "zod";
import {
  commentGroups,
  eventTypesOf,
  huddleTriggers,
  optInTriggers,
  standardCommentTriggers,
} from "#domain/events/types";
import { PublicKey } from "#platform/rsa-public-key";
import { Secret, UrlOrNone } from "./fields.ts";
import { mergeConfig } from "./merge-config.ts";
import { unmasked } from "./secrets.ts";
import { hasTriggers, switched, triggersOf } from "./triggers.ts";

/** Where and how basic webhooks are sent (docs/behaviour.md#basic-webhook-configuration). */
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

/** Configuration of basic webhooks, as stored and as sent to change it: what is left out stays. */
export const WebhookConfig = z
  .object({ useWebhookService: z.boolean(), webhookServiceConfig: WebhookServiceConfig })
  .partial();
export type WebhookConfig = z.infer<typeof WebhookConfig>;

/** What a reader sees where nothing is stored. */
export const webhookDefaults: Required<WebhookConfig> = {
  useWebhookService: false,
  webhookServiceConfig: { authToken: "", rawNotificationUrl: "", processedNotificationUrl: "" },
};

/** The configuration after a change: the first enable fills in the defaults when no triggers are stored. */
export function changeWebhookConfig(stored: WebhookConfig, request: WebhookConfig): WebhookConfig {
  const given = unmasked("webhook", stored, request);
  const isFirst = given.useWebhookService === true && !hasTriggers(stored.webhookServiceConfig?.triggers);
  return mergeConfig<WebhookConfig>(isFirst ? { webhookServiceConfig: seeds() } : {}, stored, given);
}

/** Comments and huddles are on; what is frequent (CRDT, recorder) or to be opted into is off. */
function seeds(): WebhookConfig["webhookServiceConfig"] {
  return {
    enableDataProtection: false,
    triggers: {
      ...switched([...standardCommentTriggers, ...huddleTriggers], true),
      ...switched([...optInTriggers, ...eventTypesOf(["crdt", "recorder"])], false),
    },
  };
}
