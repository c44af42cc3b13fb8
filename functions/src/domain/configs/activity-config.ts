import * as z from "zod";
import { commentGroups, optInTriggers, standardCommentTriggers } from "#domain/events/types";
import { nothingToChange } from "#src/errors";
import { type ConfigChange, changeOf } from "./config-change.ts";
import { mergeConfig } from "./merge-config.ts";
import { hasTriggers, triggersOf, triggersSetTo } from "./triggers.ts";

/** Activity log configuration without `isEnabled`, which is the feature `activityService` of the API key. */
export const ActivitySettings = z
  .object({
    /** Time since which activities are logged, in ms since 1970. */
    enabledTime: z.int().min(0),
    /** Records can't be changed or deleted. */
    immutable: z.boolean(),
    triggers: z.strictObject({ comment: triggersOf(commentGroups) }).partial(),
  })
  .partial();
export type ActivitySettings = z.infer<typeof ActivitySettings>;

/** The configuration with `isEnabled`. */
export const ActivityConfig = ActivitySettings.extend({ isEnabled: z.boolean() });
export type ActivityConfig = z.infer<typeof ActivityConfig>;

/** A change of the configuration. */
export const ActivityConfigChange = changeOf(ActivityConfig);
export type ActivityConfigChange = ConfigChange<ActivityConfig>;

/**
 * The configuration after a change. Enabling it for the first time sets the comment triggers and the time, and makes
 * the log mutable: records can be overwritten unless the change says otherwise.
 * @param now ms since 1970.
 * @throws ApiError INVALID_ARGUMENT when the change has no fields.
 */
export function changeActivityConfig(
  currentConfig: ActivityConfig,
  change: ActivityConfigChange,
  now: number,
): ActivityConfig {
  if (Object.keys(change).length === 0) throw nothingToChange("At least one field must be provided for update");
  const isFirst = change.isEnabled === true && !hasTriggers(currentConfig.triggers?.comment);
  return { isEnabled: false, ...mergeConfig<ActivitySettings>(isFirst ? seeds(now) : {}, currentConfig, change) };
}

function seeds(now: number): ActivitySettings {
  const comment = triggersSetTo([...standardCommentTriggers, ...optInTriggers], true);
  return { enabledTime: now, immutable: false, triggers: { comment } };
}
