import * as z from "zod";
import { commentGroups, huddleTriggers, standardCommentTriggers } from "#domain/events/types";
import { type ConfigChange, changeOf } from "./config-change.ts";
import { mergeConfig } from "./merge-config.ts";
import { hasTriggers, triggersOf, triggersSetTo } from "./triggers.ts";

/**
 * A window that collects notifications. It closes after a time, in seconds, or a number, whichever is reached first.
 */
const Batch = z
  .object({
    isEnabled: z.boolean(),
    /** 10 seconds to a week. */
    batchWindowSeconds: z.int().min(10).max(604_800),
    maxActivities: z.int().min(2).max(50),
  })
  .partial();

/** How notifications are delayed and batched (docs/behaviour.md#notification-configuration). */
export const NotificationServiceConfig = z
  .object({
    triggers: z.strictObject({ comment: triggersOf(commentGroups), huddle: triggersOf(["huddle"]) }).partial(),
    delayConfig: z
      .object({
        isEnabled: z.boolean(),
        /** 10 seconds to 180 days. */
        delaySeconds: z.int().min(10).max(15_552_000),
      })
      .partial(),
    batchConfig: z.object({ document: Batch, user: Batch }).partial(),
  })
  .partial();
export type NotificationServiceConfig = z.infer<typeof NotificationServiceConfig>;

/** Notification configuration, as stored. */
export const NotificationConfig = z
  .object({ useNotificationService: z.boolean(), notificationServiceConfig: NotificationServiceConfig })
  .partial();
export type NotificationConfig = z.infer<typeof NotificationConfig>;

/** A change of the notification configuration. */
export const NotificationConfigChange = changeOf(NotificationConfig);
export type NotificationConfigChange = ConfigChange<NotificationConfig>;

const noBatch = { isEnabled: false, batchWindowSeconds: 10, maxActivities: 2 };

/** Defaults that readers get if nothing is stored. */
export const notificationDefaults: Required<NotificationConfig> = {
  useNotificationService: false,
  notificationServiceConfig: {
    triggers: { comment: {}, huddle: {} },
    delayConfig: { isEnabled: false, delaySeconds: 10 },
    batchConfig: { document: noBatch, user: noBatch },
  },
};

/** The configuration after a change. Enabling it sets the default triggers when none are stored. */
export function changeNotificationConfig(
  currentConfig: NotificationConfig,
  change: NotificationConfigChange,
): NotificationConfig {
  const { comment, huddle } = currentConfig.notificationServiceConfig?.triggers ?? {};
  const isFirst = change.useNotificationService === true && !hasTriggers(comment) && !hasTriggers(huddle);
  return isFirst
    ? seedNotificationConfig(currentConfig, change)
    : mergeConfig<NotificationConfig>(currentConfig, change);
}

/** The configuration after a change, on top of the default triggers; defaults of delay and batches are not stored. */
export function seedNotificationConfig(
  currentConfig: NotificationConfig,
  change: NotificationConfigChange,
): NotificationConfig {
  const triggers = {
    comment: triggersSetTo(standardCommentTriggers, true),
    huddle: triggersSetTo(huddleTriggers, true),
  };
  return mergeConfig<NotificationConfig>({ notificationServiceConfig: { triggers } }, currentConfig, change);
}
