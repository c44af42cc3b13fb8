import * as z from "zod";

/** Switches of an API key (docs/behaviour.md#features). */
export const Features = z.object({
  advancedQueries: z.boolean(),
  activityService: z.boolean(),
  notificationPreferences: z.boolean(),
  advancedWebhooks: z.boolean(),
});
export type Features = z.infer<typeof Features>;
export type Feature = keyof Features;

/** What a new API key has. */
export const defaultFeatures: Features = {
  advancedQueries: true,
  activityService: false,
  notificationPreferences: false,
  advancedWebhooks: true,
};
