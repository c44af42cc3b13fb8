import * as z from "zod";

/** Of which activities a user wants to hear: `MINE` are those that directly involve the user (docs/behaviour.md#preferences). */
export const Preference = z.enum(["ALL", "MINE", "NONE"]);
export type Preference = z.infer<typeof Preference>;

/** By which ways a notification can reach a user. */
export const channels = ["inbox", "email", "slack"] as const;
export type Channel = (typeof channels)[number];

const configFields = { inbox: Preference.optional(), email: Preference.optional(), slack: Preference.optional() };

/** What a user has chosen; a channel that is not named is not chosen for. */
export type NotificationConfig = { [channel in Channel]?: Preference | undefined };

/** What a call chooses: at least for one channel. */
export const ChosenConfig = z
  .object(configFields)
  .refine((config) => channels.some((channel) => config[channel]), "must set `inbox`, `email` or `slack`.");

/** What holds for a user, channel by channel, and where. */
export const UserConfig = z.object({
  config: z.object({ inbox: Preference, email: Preference, slack: Preference }),
  metadata: z.object({
    apiKey: z.string(),
    organizationId: z.string(),
    /** Left out for the default of the organization. */
    documentId: z.string().optional(),
    userId: z.string(),
  }),
});
