import * as z from "zod";
import { notEmpty } from "#platform/shapes/field-rules";

/**
 * The notifications that a user wants: `MINE` are those that directly involve the user (docs/behaviour.md#preferences).
 */
export const Preference = z.enum(["ALL", "MINE", "NONE"]);
export type Preference = z.infer<typeof Preference>;

/** Channels by which a notification can reach a user. */
export const channels = ["inbox", "email", "slack"] as const;
export type Channel = (typeof channels)[number];

/** What users choose for one channel; `null` takes their choice away. */
const Choice = Preference.nullable().optional();
const choices = { inbox: Choice, email: Choice, slack: Choice };

/** A user's choice by channel; omitted channels have no choice. */
export type NotificationConfig = { [channel in Channel]?: Preference | undefined };

/** The choice of a call, for at least one channel. */
export const ChosenConfig = z.object(choices).check(notEmpty(choices, "must set `inbox`, `email` or `slack`."));

/** The effective preferences of a user, and the place where they apply. */
export const UserConfig = z.object({
  config: z.object({ inbox: Preference, email: Preference, slack: Preference }),
  metadata: z.object({
    apiKey: z.string(),
    organizationId: z.string(),
    /** Omitted for the default of the organization. */
    documentId: z.string().optional(),
    userId: z.string(),
  }),
});
