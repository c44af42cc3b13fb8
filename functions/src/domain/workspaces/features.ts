import * as z from "zod";

/** The features of an API key, on or off (docs/behaviour.md#features). */
export const Features = z.object({
  advancedQueries: z.boolean(),
  activityService: z.boolean(),
  notificationPreferences: z.boolean(),
  advancedWebhooks: z.boolean(),
});
export type Features = z.infer<typeof Features>;
export type Feature = keyof Features;

/** The features of a new API key. */
export const defaultFeatures: Features = {
  advancedQueries: true,
  activityService: false,
  notificationPreferences: false,
  advancedWebhooks: true,
};
