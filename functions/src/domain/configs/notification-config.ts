import * as z from "zod";
import { commentGroups, huddleTriggers, standardCommentTriggers } from "#domain/events/types";
import { mergeConfig } from "./merge-config.ts";
import { hasTriggers, switched, triggersOf } from "./triggers.ts";

/** One window that gathers notifications: it closes by time, in seconds, or by number, whichever comes first. */
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
    triggers: z.object({ comment: triggersOf(commentGroups), huddle: triggersOf(["huddle"]) }).partial(),
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

/** Notification configuration, as stored and as sent to change it: what is left out stays. */
export const NotificationConfig = z
  .object({ useNotificationService: z.boolean(), notificationServiceConfig: NotificationServiceConfig })
  .partial();
export type NotificationConfig = z.infer<typeof NotificationConfig>;

const noBatch = { isEnabled: false, batchWindowSeconds: 10, maxActivities: 2 };

/** What a reader sees where nothing is stored. */
export const notificationDefaults: Required<NotificationConfig> = {
  useNotificationService: false,
  notificationServiceConfig: {
    triggers: { comment: {}, huddle: {} },
    delayConfig: { isEnabled: false, delaySeconds: 10 },
    batchConfig: { document: noBatch, user: noBatch },
  },
};

/** The configuration after a change: the first enable seeds triggers when none are stored. */
export function changeNotificationConfig(stored: NotificationConfig, given: NotificationConfig): NotificationConfig {
  const { comment, huddle } = stored.notificationServiceConfig?.triggers ?? {};
  const isFirst = given.useNotificationService === true && !hasTriggers(comment) && !hasTriggers(huddle);
  return isFirst ? seedNotificationConfig(stored, given) : mergeConfig(stored, given);
}

/** The configuration with default triggers below it; neither delay nor batches are written. */
export function seedNotificationConfig(stored: NotificationConfig, given: NotificationConfig): NotificationConfig {
  const triggers = { comment: switched(standardCommentTriggers, true), huddle: switched(huddleTriggers, true) };
  return mergeConfig<NotificationConfig>({ notificationServiceConfig: { triggers } }, stored, given);
}
