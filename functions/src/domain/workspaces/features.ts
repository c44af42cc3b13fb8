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

/** The refusal of a call whose feature is off; says how to turn it on. */
export const featureOffMessage: { [feature in Feature]: string } = {
  advancedQueries: `Advanced queries are not enabled for this API key. ${howTo("advancedQueries")}`,
  activityService: `Activity logs are not enabled for this API key. ${howTo("activityService")}`,
  notificationPreferences: `Notification preferences are not enabled for this API key. ${howTo("notificationPreferences")}`,
  advancedWebhooks: "Advanced webhooks are not available for this workspace.",
};

function howTo(feature: string): string {
  return `Turn them on with POST /v2/workspace/features/update and { "features": { "${feature}": true } }.`;
}
