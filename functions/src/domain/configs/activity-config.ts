import * as z from "zod";
import { commentGroups, optInTriggers, standardCommentTriggers } from "#domain/events/types";
import { ApiError } from "#platform/error";
import { mergeConfig } from "./merge-config.ts";
import { hasTriggers, switched, triggersOf } from "./triggers.ts";

/** Activity log configuration without its switch, which is the feature `activityService` of the API key. */
export const ActivitySettings = z
  .object({
    /** Since when activities are logged, in ms since 1970. */
    enabledTime: z.int().min(0),
    /** Records can't be changed or deleted. */
    immutable: z.boolean(),
    triggers: z.object({ comment: triggersOf(commentGroups) }).partial(),
  })
  .partial();
export type ActivitySettings = z.infer<typeof ActivitySettings>;

/** A change of the configuration: what is left out stays. */
export const ActivityConfigChange = ActivitySettings.extend({ isEnabled: z.boolean().optional() });
export type ActivityConfigChange = z.infer<typeof ActivityConfigChange>;

/** The configuration with its switch. */
export const ActivityConfig = ActivitySettings.extend({ isEnabled: z.boolean() });
export type ActivityConfig = z.infer<typeof ActivityConfig>;

/**
 * The configuration after a change: the first enable seeds comment triggers, immutability and the time.
 * @param now in ms since 1970.
 * @throws ApiError INVALID_ARGUMENT when nothing is sent.
 */
export function changeActivityConfig(stored: ActivityConfig, given: ActivityConfigChange, now: number): ActivityConfig {
  if (Object.keys(given).length === 0)
    throw new ApiError("INVALID_ARGUMENT", "At least one field must be provided for update");
  const isFirst = given.isEnabled === true && !hasTriggers(stored.triggers?.comment);
  return mergeConfig<ActivityConfig | ActivityConfigChange>(isFirst ? seeds(now) : {}, stored, given) as ActivityConfig;
}

function seeds(now: number): ActivitySettings {
  const comment = switched([...standardCommentTriggers, ...optInTriggers], true);
  return { enabledTime: now, immutable: true, triggers: { comment } };
}
